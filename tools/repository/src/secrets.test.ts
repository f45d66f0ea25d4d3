import { expect, test } from 'vitest';
import { listFiles, read } from './repository.ts';
import { findSecrets } from './secrets.ts';

const BINARY = /\.(?:woff2|png|ico|jpg|fit|gz)$/;

/** Secrets that are made up, for tests. */
const MADE_UP: Record<string, string> = {
  'apps/api/src/config.test.ts': 'a password in an address',
  'apps/api/src/logging.test.ts': 'a password in an address',
  'apps/api/src/testing/garmin.ts': 'a value of a secret setting',
};

test('no file contains a secret', () => {
  const files = listFiles().filter((path) => !BINARY.test(path));
  const found = files.flatMap((path) => findSecrets(path, read(path)));
  const isMadeUp = (secret: string) =>
    Object.entries(MADE_UP).some(
      ([path, kind]) => secret.startsWith(`${path}:`) && secret.endsWith(kind),
    );
  expect(found.filter((secret) => !isMadeUp(secret))).toEqual([]);
});

/** In parts, so that this file contains none. */
const PLANTED: Record<string, string> = {
  'a private key': ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '),
  'a key of a Google service account': `{"private_key_id": "${'0a'.repeat(20)}"}`,
  'a Google API key': `AIza${'Sy0_-'.repeat(7)}`,
  'a Google client secret': `GOCSPX-${'aB3_'.repeat(7)}`,
  'a Google refresh token': `1//0${'gX-9'.repeat(10)}`,
  'an AWS key': `AKIA${'Q7'.repeat(8)}`,
  'a GitHub token': `ghp_${'aB3'.repeat(12)}`,
  'an npm token': `//host.example/:_authToken=${'a'.repeat(8)}`,
  'a Slack token': `xoxb-${'12345-'.repeat(4)}`,
  'a Stripe key': `sk_live_${'aB3'.repeat(8)}`,
  'a signed token': ['eyJhbGciOiJSUzI1NiJ9', 'eyJzdWIiOiJhbmEifQ', 'c2ln'.repeat(8)].join('.'),
  'a password in an address': ['DATABASE_URL=postgres://app', 'pa55word@db.example/app'].join(':'),
  'a value of a secret setting': `GARMIN_CLIENT_SECRET=${'aB3x'.repeat(6)}`,
};

test.each(Object.entries(PLANTED))('%s is found', (kind, text) => {
  expect(findSecrets('a.txt', `first line\nconst x = '${text}';`)).toContain(`a.txt:2: ${kind}`);
});

test.each([
  'postgres://user:password@host:5432/database',
  'postgres://postgres@127.0.0.1:5432/postgres',
  'GARMIN_CLIENT_SECRET: settings.clientSecret,',
  "WEBHOOK_SECRET = 'a-path-for-one-machine-no-secret'",
  '"integrity": "sha512-abcdefghijklmnopqrstuvwxyz0123456789=="',
])('%s is none', (text) => {
  expect(findSecrets('a.txt', text)).toEqual([]);
});
