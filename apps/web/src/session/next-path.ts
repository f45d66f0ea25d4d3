const HOME = '/app';
const NAME = 'next';

/** Where someone goes once they are in: the page they asked for, or home. */
export function nextPath(search: URLSearchParams): string {
  const asked = search.get(NAME) ?? '';
  return leadsIntoApp(asked) ? asked : HOME;
}

/** The address of a page on the way in, which remembers where to go afterwards. */
export function rememberingNext(page: string, next: string): string {
  if (next === HOME || !leadsIntoApp(next)) return page;
  return `${page}?${new URLSearchParams({ [NAME]: next })}`;
}

/** Anyone can write the address, so only our own pages for athletes are followed. */
function leadsIntoApp(path: string): boolean {
  const here = 'https://pacewright.invalid';
  if (!path.startsWith('/') || !URL.canParse(path, here)) return false;
  const { origin, pathname } = new URL(path, here);
  return origin === here && /^\/(app(\/|$)|garmin\/callback$)/.test(pathname);
}
