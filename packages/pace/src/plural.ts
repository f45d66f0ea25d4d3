/** "1 day", "3 days". Every count in a sentence is written by this, here and in the web app. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${pluralWord(count, one, several)}`;
}

/** "1,200" */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** "day", "days": for a count that is shown apart from its word. */
export function pluralWord(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? one : several;
}
