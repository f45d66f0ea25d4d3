/**
 * The nonce of this page's content security policy, for libraries that write a style element. The
 * server puts it in app.html; undefined where there is no policy, as in development.
 */
export function findCspNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
  return nonce === '' || nonce === '__CSP_NONCE__' ? undefined : nonce;
}
