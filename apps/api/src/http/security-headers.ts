import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

type Settings = {
  production: boolean;
  firebase: { authDomain: string; emulatorHost: string | undefined };
};

/** Headers of every response. Pages and files of the web app override the content policy and the caching. */
export function securityHeaders({
  production,
}: Pick<Settings, 'production'>): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Not no-referrer, because the restrictions of a Firebase key check the origin.
    'referrer-policy': 'strict-origin',
    // Not same-origin, which would cut the page off from Google's sign-in window.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(production && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

export function setSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = securityHeaders(settings);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/** Allows the site itself and Google's sign-in, and nothing else. */
export function contentPolicy(
  { firebase: { authDomain, emulatorHost } }: Settings,
  allowed: { scriptHashes: string[]; styleHashes: string[]; styleNonce?: string },
): string {
  const provider = emulatorHost
    ? { connect: [`http://${emulatorHost}`], frame: [`http://${emulatorHost}`] }
    : {
        connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
        frame: [`https://${authDomain}`],
      };
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", 'https://apis.google.com', ...allowed.scriptHashes],
    'connect-src': ["'self'", ...provider.connect],
    'frame-src': provider.frame,
    'style-src': [
      "'self'",
      ...allowed.styleHashes,
      ...(allowed.styleNonce ? [`'nonce-${allowed.styleNonce}'`] : []),
    ],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https://lh3.googleusercontent.com'],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

export function newNonce(): string {
  return randomBytes(16).toString('base64');
}
