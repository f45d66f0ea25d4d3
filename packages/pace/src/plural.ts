/** "1 day", "3 days". Every count in a sentence is written by this, here and in the web app. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${pluralWord(count, one, several)}`;
}

/** "1,200", "2.333". Not with `toLocaleString`, whose first call loads as long as a short workout takes to draw. */
export function formatCount(count: number): string {
  return String(Math.round(count * 1000) / 1000).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** "day", "days": for a count that is shown apart from its word. */
export function pluralWord(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? one : several;
}
