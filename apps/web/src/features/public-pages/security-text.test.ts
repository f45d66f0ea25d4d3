import { expect, test } from 'vitest';
import { securityText } from './security-text.ts';

const BUILT = new Date('2026-11-15T12:00:00Z');

test('security.txt names a contact and expires in less than a year', () => {
  const site = { origin: 'https://pacewright.example', contact: 'hello@pacewright.example' };
  expect(securityText(site, BUILT)).toBe(
    `Contact: mailto:hello@pacewright.example
Expires: 2027-10-15T12:00:00.000Z
Preferred-Languages: en
Canonical: https://pacewright.example/.well-known/security.txt
`,
  );
});

test('a public site is not built without a contact', () => {
  const site = { origin: 'https://pacewright.example', contact: undefined };
  expect(() => securityText(site, BUILT)).toThrow('VITE_CONTACT');
});

test('a site on this machine without a contact has no such file', () => {
  expect(securityText({ origin: undefined, contact: undefined }, BUILT)).toBeUndefined();
});
