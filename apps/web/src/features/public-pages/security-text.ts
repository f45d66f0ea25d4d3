import type { Site } from './page.ts';

const MONTHS_VALID = 11;

/**
 * Where to report a vulnerability, as RFC 9116 has it: valid for less than a year from the build. A public site must
 * have one.
 */
export function securityText({ origin, contact }: Site, builtAt: Date): string | undefined {
  if (!contact && origin?.startsWith('https:'))
    throw new Error('A public site needs VITE_CONTACT, for /.well-known/security.txt');
  if (!contact) return undefined;
  const expires = new Date(builtAt);
  expires.setUTCMonth(expires.getUTCMonth() + MONTHS_VALID);
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    ...(origin ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
    '',
  ].join('\n');
}
