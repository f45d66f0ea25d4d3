/** The option that a key goes to from another, of a list or a chart. Undefined for other keys. */
export function optionAtKey(key: string, at: number, last: number): number | undefined {
  const [next, previous] = [Math.min(last, at + 1), Math.max(0, at - 1)];
  return {
    ArrowRight: next,
    ArrowDown: next,
    ArrowLeft: previous,
    ArrowUp: previous,
    Home: 0,
    End: last,
  }[key];
}
