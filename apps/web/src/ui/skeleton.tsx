/** A placeholder for a loading list. It appears after 300 ms, so that a quick response does not flicker. */
export function Skeleton({ label, rows = 3 }: { label: string; rows?: number }) {
  return (
    <output aria-busy aria-label={label} className="appear-late block">
      {Array.from({ length: rows }, (_, row) => (
        <span
          key={row}
          className="grid grid-cols-[132px_1fr_60px] items-center gap-5 border-t border-line py-3.5 first:border-t-0 max-md:grid-cols-[84px_1fr]"
        >
          <span className="mt-5 h-3.5 rounded-xs bg-surface-3 outline outline-transparent" />
          <span className="grid gap-2">
            <span className="h-3 w-[38%] rounded-xs bg-surface-3 outline outline-transparent" />
            <span className="h-3 w-[64%] rounded-xs bg-surface-3 outline outline-transparent" />
          </span>
          <span className="h-3 rounded-xs bg-surface-3 outline outline-transparent max-md:hidden" />
        </span>
      ))}
    </output>
  );
}
