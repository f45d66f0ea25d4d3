import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Where browsers report violations of a content policy. */
export const POLICY_REPORTS = '/api/policy-reports';

/** The policy of everything that is not a page. */
const NOTHING_ALLOWED =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Settings = {
  production: boolean;
  firebase: { authDomain: string; emulatorHost: string | undefined };
  intervalsIcuOrigin: string;
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
    'content-security-policy': NOTHING_ALLOWED,
    ...(production && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

export function setSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const headers = securityHeaders(settings);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/** The headers of a page that loads scripts: the given policy, and where browsers report violations of it. */
export function pageHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'reporting-endpoints': `policy="${POLICY_REPORTS}"`,
  };
}

type InlineHashes = { scriptHashes: string[]; styleHashes: string[] };

/** The policy of pages that are plain HTML: they load from the site itself, and nobody signs in there. */
export function publicPagePolicy({ scriptHashes, styleHashes }: InlineHashes): string {
  return writePolicy({
    'script-src': ["'self'", ...scriptHashes],
    'connect-src': ["'self'"],
    'style-src': ["'self'", ...styleHashes],
    'img-src': ["'self'", 'data:'],
    'trusted-types': ['pacewright'],
  });
}

/**
 * The policy of the app. No host may serve scripts: a script runs if it has the nonce, or if one that has it adds it,
 * and then only from an address that the app's own Trusted Types policy accepts (decision 0118).
 */
export function appPolicy(
  { firebase: { authDomain, emulatorHost }, intervalsIcuOrigin }: Settings,
  { scriptHashes, styleHashes }: InlineHashes,
  nonce: string,
): string {
  const provider = emulatorHost
    ? { connect: [`http://${emulatorHost}`], frame: [`http://${emulatorHost}`] }
    : {
        connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
        frame: [`https://${authDomain}`],
      };
  return writePolicy({
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", ...scriptHashes],
    'connect-src': ["'self'", ...provider.connect, intervalsIcuOrigin],
    'frame-src': provider.frame,
    'style-src': ["'self'", ...styleHashes, `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'blob:', 'https://lh3.googleusercontent.com'],
    // The last two are the names that Google's sign-in script uses.
    'trusted-types': ['default', 'gapi#gapi', 'goog#html'],
  });
}

function writePolicy(directives: Record<string, string[]>): string {
  return Object.entries({
    'default-src': ["'none'"],
    ...directives,
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'report-to': ['policy'],
    // For browsers without report-to.
    'report-uri': [POLICY_REPORTS],
  })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

export function newNonce(): string {
  return randomBytes(16).toString('base64');
}
