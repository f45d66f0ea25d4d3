import { classNames } from './class-names.ts';

/** The track as a sign that something is under way: a stroke runs laps, or lies still if motion is reduced. */
export function Oval({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 60 36"
      fill="none"
      strokeWidth={6}
      aria-hidden
      className={classNames('h-auto flex-none overflow-visible', className)}
    >
      <rect
        x={3}
        y={3}
        width={54}
        height={30}
        rx={15}
        className="stroke-(--oval-track,var(--surface-3))"
      />
      <rect
        x={3}
        y={3}
        width={54}
        height={30}
        rx={15}
        pathLength={158}
        className="lap-stroke stroke-current"
      />
    </svg>
  );
}
