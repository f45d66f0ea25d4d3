/** The page comes first, with all that it still loads. */
const AFTER_MS = 5_000;

/**
 * Has the browser keep the whole app, so that it opens without a network. Not for those who asked their browser
 * to save data: it is about 550 kB, compressed.
 */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
  // Where the browser keeps nothing, the app opens with a network as before.
  setTimeout(() => navigator.serviceWorker.register('/sw.js').catch(() => undefined), AFTER_MS);
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
