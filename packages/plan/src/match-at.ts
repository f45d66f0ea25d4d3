/** The match of a sticky pattern at an offset, not reaching beyond an end. */
export function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
  to: number,
): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text.slice(0, to)) ?? undefined;
}
