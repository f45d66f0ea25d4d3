/** The mark and the name. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 text-[1.125rem] leading-normal font-[760] tracking-[-0.02em] [font-stretch:112%]">
      <svg
        viewBox="0 0 28 28"
        fill="none"
        stroke="currentColor"
        strokeWidth={3.5}
        aria-hidden
        className="size-[26px]"
      >
        <path d="M3.75 26V3.75H16a8 8 0 0 1 0 16h-3" />
        <path d="M10 26V10h6a1.75 1.75 0 0 1 0 3.5" />
      </svg>
      Pacewright
    </span>
  );
}
