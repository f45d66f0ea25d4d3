/** The part of the browser's `trustedTypes` that we use. The compiler's DOM library does not have it yet. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string | undefined },
  ) => unknown;
};

/** Google's script for its sign-in window, which Firebase loads, and the files that it loads itself. */
const GOOGLE = 'https://apis.google.com/';
const SERVICE_WORKER = '/sw.js';
/** The worker that reads files, as the build names it. */
const FILE_READER = '/assets/file-reader.worker-';

/**
 * Accepts the four script addresses that a library or a browser call takes as text. The content policy has the browser
 * refuse every other text that would become a script, and all text that would become markup.
 */
export function allowScriptUrls(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (url) =>
      url === SERVICE_WORKER ||
      url.startsWith(GOOGLE) ||
      url.startsWith(location.origin + FILE_READER)
        ? url
        : undefined,
  });
}
