import { type ComponentType, lazy } from 'react';

/**
 * A part of a screen that comes after it. Without a network it comes with the network: until then the screen
 * stands without it.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadOnceOnline(load) }));
}

async function loadOnceOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return loadOnceOnline(load);
  }
}
