import type { ReactNode } from 'react';

/** One figure of a summary, with its name above it. Stands in a dl. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="fig text-[1.75rem] leading-[1.1] font-[680]">{children}</dd>
    </div>
  );
}
