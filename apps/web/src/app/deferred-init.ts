// Global setup, deferred until after the first paint.
import { restoreFocus } from './restore-focus.ts';

/** The page's own requests come first. */
const AFTER_MS = 5_000;

restoreFocus();
registerServiceWorker();

/**
 * Lets the browser store the whole app, so that it opens without a network. Skipped when the browser is set to
 * save data: it is about 550 kB, compressed.
 */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
  // Where the browser stores nothing, the app needs a network as before.
  setTimeout(() => navigator.serviceWorker.register('/sw.js').catch(() => undefined), AFTER_MS);
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
