// Serves the app's pages when there is no network. Built to /sw.js.

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

type FetchEvent = Event & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
};

type WorkerScope = {
  addEventListener: ((
    type: 'install' | 'activate',
    listen: (event: ExtendableEvent) => void,
  ) => void) &
    ((type: 'fetch', listen: (event: FetchEvent) => void) => void);
  clients: { claim: () => Promise<void> };
  registration: ServiceWorkerRegistration;
};

// The compiler's DOM library has no service worker types, and this package is compiled for pages.
const worker = self as unknown as WorkerScope;

/** Written by the build: every file that pages load, and a version that changes with any of them. */
declare const FILES_OF_BUILD: string[];
declare const VERSION_OF_BUILD: string;

const CACHE = `pacewright-${VERSION_OF_BUILD}`;
/** The response for every URL that is not a page of its own. */
const APP = '/app';
const PAGES = ['/', '/privacy', '/terms', '/developers'];
/** An installed app requests these when it starts. */
const ICONS = ['/manifest.webmanifest', '/icon.svg', '/icon-180.png', '/icon-192.png'];
const PAGE_LIMIT_MS = 2_000;

worker.addEventListener('install', (event) => event.waitUntil(precache()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') event.respondWith(openPage(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(loadFile(event.request));
  else if (ICONS.includes(pathname)) event.respondWith(loadIcon(event.request));
});

/** All or nothing: half of the files would fail at some later screen. */
async function precache(): Promise<void> {
  const cache = await caches.open(CACHE);
  const pages = [APP, ...PAGES].map((path) => new Request(path, { cache: 'no-cache' }));
  await cache.addAll([...pages, ...ICONS, ...FILES_OF_BUILD]);
}

/** Runs once no page of the previous version is open. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/**
 * The network first, so that nobody stays on an old version. A network that hangs or a server that fails must
 * not hold up a stored page.
 */
async function openPage(event: FetchEvent, pathname: string): Promise<Response> {
  const response = fetchPage(event);
  const fresh = await Promise.race([
    response.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PAGE_LIMIT_MS)),
  ]);
  if (fresh && fresh.status < 500) return fresh;
  return (await findInCache(PAGES.includes(pathname) ? pathname : APP)) ?? response;
}

async function fetchPage(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? (await fetch(event.request));
}

/** The name changes with the content, so the cached file is the right one. */
async function loadFile(request: Request): Promise<Response> {
  return (await findInCache(request)) ?? fetch(request);
}

/** The name stays the same, so the server's file may be newer. */
async function loadIcon(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await findInCache(request);
    if (!stored) throw error;
    return stored;
  }
}

async function findInCache(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(request);
}
