/** The value of a column between two of its entries, which are a second apart. */
export function valueAt(column: Float64Array, time: number): number {
  const last = column.length - 1;
  const whole = Math.min(Math.max(0, Math.floor(time)), last);
  // Both indices are clamped to the column.
  const here = column[whole] as number;
  return here + ((column[Math.min(whole + 1, last)] as number) - here) * (time - whole);
}
