import type { ReactNode } from 'react';
import { Card } from './card.tsx';

type EmptyStateProps = {
  title: ReactNode;
  children: ReactNode;
  /** The next step, as a button. */
  action?: ReactNode;
  /** Something to start from, beside the text. */
  examples?: ReactNode;
};

/** Replaces an empty list: says what will be here and how to add it. */
export function EmptyState({ title, children, action, examples }: EmptyStateProps) {
  return (
    <Card
      edgeToEdge
      className="grid items-center gap-7 px-(--gutter) py-6 md:gap-14 md:p-8 lg:grid-cols-[5fr_6fr] lg:p-14"
    >
      <div className="min-w-0">
        <h2 className="text-2xl font-bold [font-stretch:var(--wdth-display)]">{title}</h2>
        <p className="mt-3 mb-5.5 max-w-[40ch] text-ink-2">{children}</p>
        {action}
      </div>
      {examples && <div className="grid min-w-0 gap-2.5">{examples}</div>}
    </Card>
  );
}
