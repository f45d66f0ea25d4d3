import type { ReactNode } from 'react';

/** A number of a summary, with its name above it. Used inside a dl. */
export function SummaryItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="fig text-2xl leading-[1.1] font-semibold">{children}</dd>
    </div>
  );
}
