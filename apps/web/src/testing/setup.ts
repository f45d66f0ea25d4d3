import { cleanup, configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, vi } from 'vitest';

// Limits against what never comes, not against a machine that is busy.
const PATIENCE_MS = 20_000;
configure({ asyncUtilTimeout: PATIENCE_MS });
// Vitest's own can only be told call by call.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });

afterEach(() => {
  cleanup();
  // What one test had to say would be shown again in the next, until its time is up.
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// jsdom has no media queries. None matches here; a test that needs one stubs its own.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

// Nor does anything in it have a size that could change.
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// CodeMirror asks where its text lies.
if (!('getClientRects' in Range.prototype))
  Object.assign(Range.prototype, { getClientRects: () => [] });

// Nor does it scroll.
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

// jsdom knows dialogs but cannot open them.
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

// It has no compression either, which every browser has. Node's is the same.
const { CompressionStream, DecompressionStream } = process.getBuiltinModule('node:stream/web');
Object.assign(globalThis, { CompressionStream, DecompressionStream });

// Nor the hashes and keys of a secure page.
if (!('subtle' in crypto) || !crypto.subtle)
  Object.defineProperty(crypto, 'subtle', {
    value: process.getBuiltinModule('node:crypto').webcrypto.subtle,
  });
