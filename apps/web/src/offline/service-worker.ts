// Runs beside the pages of this site, and answers for the server when there is no network. Built to /sw.js.

type LifeEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

type FetchEvent = Event & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
};

type WorkerScope = {
  addEventListener: ((type: 'install' | 'activate', listen: (event: LifeEvent) => void) => void) &
    ((type: 'fetch', listen: (event: FetchEvent) => void) => void);
  clients: { claim: () => Promise<void> };
  registration: ServiceWorkerRegistration;
};

// TypeScript knows either what a page has or what a worker has, and this package is one of pages.
const worker = self as unknown as WorkerScope;

/** Written by the build: every file that pages load, and a name that changes with any of them. */
declare const FILES_OF_BUILD: string[];
declare const VERSION_OF_BUILD: string;

const CACHE = `pacewright-${VERSION_OF_BUILD}`;
/** Answered with the app, like every address that is no page of its own. */
const APP = '/app';
const PAGES = ['/', '/privacy', '/terms'];
/** An installed app asks for these when it starts. */
const ICONS = ['/manifest.webmanifest', '/icon.svg', '/icon-180.png', '/icon-192.png'];
const PAGE_LIMIT_MS = 2_000;

worker.addEventListener('install', (event) => event.waitUntil(keepEverything()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') event.respondWith(openPage(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(loadFile(event.request));
  else if (ICONS.includes(pathname)) event.respondWith(loadIcon(event.request));
});

/** All or nothing: what is half here would fail half-way. */
async function keepEverything(): Promise<void> {
  const cache = await caches.open(CACHE);
  const pages = [APP, ...PAGES].map((path) => new Request(path, { cache: 'no-cache' }));
  await cache.addAll([...pages, ...ICONS, ...FILES_OF_BUILD]);
}

/** Happens once no page of the version before is open any more. */
async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/**
 * From the network, so that nobody stays on an old version. A network that hangs or a server that fails must not
 * hold up a page that is stored here.
 */
async function openPage(event: FetchEvent, pathname: string): Promise<Response> {
  const response = fetchPage(event);
  const fresh = await Promise.race([
    response.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PAGE_LIMIT_MS)),
  ]);
  if (fresh && fresh.status < 500) return fresh;
  return (await find(PAGES.includes(pathname) ? pathname : APP)) ?? response;
}

async function fetchPage(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? (await fetch(event.request));
}

/** Its name changes with its content, so the one at hand is the right one. */
async function loadFile(request: Request): Promise<Response> {
  return (await find(request)) ?? fetch(request);
}

/** Its name stays the same, so the one from the server is newer. */
async function loadIcon(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await find(request);
    if (!stored) throw error;
    return stored;
  }
}

async function find(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(request);
}
