import type { ReactNode } from 'react';
import { Card } from './card.tsx';

type ErrorStateProps = {
  title: ReactNode;
  /** What still works, and what to do. */
  children: ReactNode;
  /** Buttons, the way out first. */
  actions?: ReactNode;
  /** It is all there is, so its title is the heading of the screen. */
  wholeScreen?: boolean;
};

/** Something did not load or work, in the place where it would have been. */
export function ErrorState({ title, children, actions, wholeScreen = false }: ErrorStateProps) {
  const Title = wholeScreen ? 'h1' : 'h2';

  return (
    <Card role="alert" className="grid justify-items-start gap-2.5 p-4 md:px-6 md:py-5">
      <Title className="text-[1.375rem]">{title}</Title>
      <p className="max-w-[48ch] text-ink-2">{children}</p>
      {actions && <div className="mt-1.5 flex flex-wrap items-center gap-3">{actions}</div>}
    </Card>
  );
}
