/** The numbers of a text. */
function numbersOf(text: string): string[] {
  return text.match(/\d+/g)?.map((number) => number.replace(/^0+(?=\d)/, '')) ?? [];
}

/** The numbers of a source that are nowhere in what became of it. */
export function lostNumbers(source: string, kept: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const number of kept.flatMap(numbersOf)) left.set(number, (left.get(number) ?? 0) + 1);
  return numbersOf(source).filter((number) => {
    const count = left.get(number) ?? 0;
    if (count > 0) left.set(number, count - 1);
    return count === 0;
  });
}
