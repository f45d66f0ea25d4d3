/** The mark and the name of the product. */
export function Logo() {
  return (
    <span className="logo">
      <svg viewBox="0 0 28 28" fill="none" stroke="currentColor" strokeWidth={3.5} aria-hidden>
        <path d="M3.75 26V3.75H16a8 8 0 0 1 0 16h-3" />
        <path d="M10 26V10h6a1.75 1.75 0 0 1 0 3.5" />
      </svg>
      Pacewright
    </span>
  );
}
