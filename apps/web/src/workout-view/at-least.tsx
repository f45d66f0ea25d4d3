/** "≥ " before a total that something without an end adds to; said in words. */
export function AtLeast({ of: { isAtLeast } }: { of: { isAtLeast: boolean } }) {
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
