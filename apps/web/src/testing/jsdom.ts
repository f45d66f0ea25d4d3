import { configure } from '@testing-library/react';
import { vi } from 'vitest';
import { cacheComputedStyles } from './computed-style.ts';
import { skipOwnerStacks } from './owner-stacks.ts';

// Generous, so that they fail hanging tests and not slow machines.
const PATIENCE_MS = 60_000;

const { setImmediate: realImmediate } = process.getBuiltinModule('node:timers');

/**
 * React runs effects in a turn after the one that changed the document, so a test that has found a text could be ahead of
 * the effects of the component that shows it. A busy machine makes that likely.
 */
async function runEffects(): Promise<void> {
  for (let turn = 0; turn < TURNS_OF_EFFECTS; turn++)
    await new Promise<void>((resolve) => void realImmediate(resolve));
}

/** One for the effects, one for what they change, and one for the effects of that. */
const TURNS_OF_EFFECTS = 3;

/** Adds what jsdom lacks. */
export function completeJsdom(): void {
  // Screens render neither scripts nor style sheets, and jsdom is slow at telling.
  configure({ asyncUtilTimeout: PATIENCE_MS, defaultIgnore: '' });
  configure((usual) => ({
    asyncWrapper: async (callback) => {
      const found = await usual.asyncWrapper(callback);
      await runEffects();
      return found;
    },
  }));
  // Printing the whole document takes jsdom minutes, and a query that is repeated would print it each time.
  configure({ getElementError: (message) => new Error(message ?? '') });
  // vi.waitFor takes its timeout per call only.
  const { waitFor } = vi;
  vi.waitFor = async (callback, options) => {
    const found = await waitFor(
      callback,
      typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options },
    );
    await runEffects();
    return found;
  };

  cacheComputedStyles();
  skipOwnerStacks();

  // jsdom has no layout, so nothing is at any point.
  document.elementFromPoint = () => null;

  // jsdom has no media queries. None matches here; a test that needs one stubs its own.
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });

  // jsdom has no layout, so sizes never change.
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };

  // CodeMirror measures text ranges, which jsdom cannot.
  if (!('getClientRects' in Range.prototype))
    Object.assign(Range.prototype, { getClientRects: () => [] });

  // jsdom cannot scroll.
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};

  // jsdom has dialog elements but cannot open them.
  if (!('showModal' in HTMLDialogElement.prototype)) {
    Object.assign(HTMLDialogElement.prototype, {
      showModal(this: HTMLDialogElement) {
        this.open = true;
      },
      close(this: HTMLDialogElement) {
        this.open = false;
      },
    });
  }

  // jsdom has no compression streams. Node's are the same.
  const { CompressionStream, DecompressionStream } = process.getBuiltinModule('node:stream/web');
  Object.assign(globalThis, { CompressionStream, DecompressionStream });

  // jsdom has no Web Crypto.
  if (!('subtle' in crypto) || !crypto.subtle)
    Object.defineProperty(crypto, 'subtle', {
      value: process.getBuiltinModule('node:crypto').webcrypto.subtle,
    });
}
