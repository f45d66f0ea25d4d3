import type { ReactNode } from 'react';
import { Card } from './card.tsx';

type ErrorStateProps = {
  title: ReactNode;
  /** Says what still works and what to do. */
  children: ReactNode;
  /** Buttons, the recommended one first. */
  actions?: ReactNode;
  /** The only content, so its title is the heading of the screen. */
  wholeScreen?: boolean;
};

/** Replaces content that failed to load. */
export function ErrorState({ title, children, actions, wholeScreen = false }: ErrorStateProps) {
  const Title = wholeScreen ? 'h1' : 'h2';

  return (
    <Card role="alert" className="grid justify-items-start gap-2.5 p-4 md:px-6 md:py-5">
      <Title className="text-xl">{title}</Title>
      <p className="max-w-[48ch] text-ink-2">{children}</p>
      {actions && <div className="mt-1.5 flex flex-wrap items-center gap-3">{actions}</div>}
    </Card>
  );
}
