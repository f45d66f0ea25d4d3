import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The link above a heading, to the screen that this one belongs to. */
export function LinkUp({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-6 items-center gap-1 text-sm font-semibold text-ink-2"
    >
      <ChevronLeft aria-hidden className="size-4 flex-none" /> {children}
    </Link>
  );
}
