const HOME = '/app';
const NAME = 'next';

/** The destination after sign-in: the requested page, or home. */
export function nextPath(search: URLSearchParams): string {
  const asked = search.get(NAME) ?? '';
  return leadsIntoApp(asked) ? asked : HOME;
}

/** The URL of a sign-in page, with the destination as a parameter. */
export function withNextParam(page: string, next: string): string {
  if (next === HOME || !leadsIntoApp(next)) return page;
  return `${page}?${new URLSearchParams({ [NAME]: next })}`;
}

/** Anyone can write the URL, so only our own pages for athletes are followed. */
function leadsIntoApp(path: string): boolean {
  const here = 'https://pacewright.invalid';
  if (!path.startsWith('/') || !URL.canParse(path, here)) return false;
  const { origin, pathname } = new URL(path, here);
  return origin === here && /^\/(app(\/|$)|(garmin\/callback|authorize)$)/.test(pathname);
}
