/** "≥ " before a total that includes an open step; screen readers say "at least". */
export function AtLeastPrefix({ of: { isAtLeast } }: { of: { isAtLeast: boolean } }) {
  if (!isAtLeast) return null;
  return (
    <>
      <span aria-hidden title="at least">
        ≥{' '}
      </span>
      <span className="sr-only">at least </span>
    </>
  );
}
