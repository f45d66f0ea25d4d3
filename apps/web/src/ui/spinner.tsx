import { classNames } from './class-names.ts';

const TRACK = { x: 3, y: 3, width: 54, height: 30, rx: 15 };

/** A running track as a spinner: a stroke runs laps, or stays still with reduced motion. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 60 36"
      fill="none"
      strokeWidth={6}
      aria-hidden
      className={classNames('h-auto flex-none overflow-visible', className)}
    >
      <rect {...TRACK} className="stroke-(--oval-track,var(--surface-3))" />
      <rect {...TRACK} pathLength={158} className="lap-stroke stroke-current" />
    </svg>
  );
}
