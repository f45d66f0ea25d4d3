import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const COMPLETE = {
  NODE_ENV: 'development',
  DATABASE_URL: 'postgres://pacewright@127.0.0.1/pacewright',
  FIREBASE_PROJECT_ID: 'demo-pacewright',
};

test('one message lists all missing settings', () => {
  expect(() => readConfig({})).toThrow('Missing settings: DATABASE_URL, FIREBASE_PROJECT_ID');
});

test('an empty setting counts as missing', () => {
  expect(() => readConfig({ ...COMPLETE, DATABASE_URL: '' })).toThrow(
    'Missing settings: DATABASE_URL',
  );
});

test('the message lists wrong settings next to missing ones', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://x', PORT: 'eighty' })).toThrow(
    /Missing settings: FIREBASE_PROJECT_ID\. Invalid settings: PORT .*DATABASE_URL/,
  );
});

test('the emulator is rejected in production and for a real project', () => {
  const emulated = { ...COMPLETE, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
  expect(readConfig(emulated).firebase.emulatorHost).toBe('127.0.0.1:9099');
  expect(() => readConfig({ ...emulated, NODE_ENV: 'production' })).toThrow(
    'must not be set in production',
  );
  expect(() => readConfig({ ...emulated, FIREBASE_PROJECT_ID: 'pacewright' })).toThrow('demo-');
});

test('production is the default', () => {
  const { NODE_ENV: _, ...unset } = COMPLETE;
  expect(readConfig(unset).production).toBe(true);
});

const randomKey = () => randomBytes(32).toString('base64');
const KEY = randomKey();

const GARMIN = {
  GARMIN_CLIENT_ID: 'id',
  GARMIN_CLIENT_SECRET: 'secret',
  GARMIN_REDIRECT_URI: 'https://pacewright.example/garmin/callback',
  GARMIN_WEBHOOK_SECRET: randomBytes(16).toString('hex'),
  GARMIN_TOKEN_KEYS: `1:${KEY}`,
};

test('Garmin is optional', () => {
  expect(readConfig(COMPLETE).garmin).toBeUndefined();
});

test('with some of Garmin’s settings the others are required', () => {
  const { GARMIN_CLIENT_SECRET: _, GARMIN_TOKEN_KEYS: __, ...some } = GARMIN;
  expect(() => readConfig({ ...COMPLETE, ...some })).toThrow(
    'Missing settings: GARMIN_CLIENT_SECRET, GARMIN_TOKEN_KEYS. Set all Garmin settings or none',
  );
});

test('Garmin’s URLs have defaults', () => {
  expect(readConfig({ ...COMPLETE, ...GARMIN }).garmin).toMatchObject({
    consentUrl: 'https://connect.garmin.com/oauth2Confirm',
    apiUrl: 'https://apis.garmin.com',
    tokenKeys: { keys: [{ version: 1, key: Buffer.from(KEY, 'base64') }], encryptWith: 1 },
    callLimits: { perMinute: 100, perAthleteAndDay: 200 },
  });
});

test.each([
  ['no number', KEY],
  ['a key that is too short', '1:c2hvcnQ='],
  ['two keys of one number', `1:${KEY},1:${KEY}`],
  ['number 0', `0:${KEY}`],
])('token keys with %s are rejected, without repeating them', (_name, keys) => {
  const read = () => readConfig({ ...COMPLETE, ...GARMIN, GARMIN_TOKEN_KEYS: keys });
  expect(read).toThrow('GARMIN_TOKEN_KEYS (must be keys of 32 bytes');
  expect(read).not.toThrow(KEY);
});

test('with several token keys the encrypting one is required', () => {
  const several = { ...COMPLETE, ...GARMIN, GARMIN_TOKEN_KEYS: `1:${KEY},2:${KEY}` };
  expect(() => readConfig(several)).toThrow('GARMIN_TOKEN_KEY');
  const { garmin } = readConfig({ ...several, GARMIN_TOKEN_KEY: '1' });
  expect(garmin?.tokenKeys.encryptWith).toBe(1);
  expect(() => readConfig({ ...several, GARMIN_TOKEN_KEY: '3' })).toThrow('has no key 3');
});

test('a webhook secret that is too long for a path is rejected', () => {
  const secret = (length: number) => ({
    ...COMPLETE,
    ...GARMIN,
    GARMIN_WEBHOOK_SECRET: 'a'.repeat(length),
  });
  expect(() => readConfig(secret(101))).toThrow('must be 32 to 100 letters');
  expect(readConfig(secret(100)).garmin?.webhookSecrets[0]).toHaveLength(100);
});

test('two webhook secrets are accepted while one replaces the other', () => {
  const secrets = ['old', 'new', 'newest'].map((name) => name.padEnd(32, '-0123456789'));
  const read = (list: string[]) =>
    readConfig({ ...COMPLETE, ...GARMIN, GARMIN_WEBHOOK_SECRET: list.join() });
  expect(read(secrets.slice(0, 2)).garmin?.webhookSecrets).toEqual(secrets.slice(0, 2));
  expect(() => read(secrets)).toThrow('GARMIN_WEBHOOK_SECRET (must be 32 to 100');
  expect(() => read(secrets)).not.toThrow(secrets[0]);
});

test('production requires https for Garmin', () => {
  const settings = { ...COMPLETE, ...GARMIN, NODE_ENV: 'production' };
  expect(readConfig(settings).garmin).toBeDefined();
  expect(() => readConfig({ ...settings, GARMIN_API_URL: 'http://127.0.0.1:9077' })).toThrow(
    'must start with https://',
  );
});

test('apps sign in over TLS in production, and are named by their origins', () => {
  const settings = { ...COMPLETE, ...GARMIN, NODE_ENV: 'production' };
  expect(readConfig(settings).publicOrigin).toBeUndefined();
  expect(readConfig(settings).appOrigins).toContain('https://claude.ai');
  for (const plain of [{ PUBLIC_ORIGIN: 'http://a.test' }, { APP_ORIGINS: 'http://127.0.0.1:9' }])
    expect(() => readConfig({ ...settings, ...plain })).toThrow('must start with https://');
  for (const APP_ORIGINS of ['claude.ai', 'https://claude.ai/oauth', 'https://claude.ai,'])
    expect(() => readConfig({ ...settings, APP_ORIGINS })).toThrow('must be origins');
});

test('a pool of one connection is rejected', () => {
  expect(() => readConfig({ ...COMPLETE, DATABASE_POOL_SIZE: '1' })).toThrow('DATABASE_POOL_SIZE');
});

const PRODUCTION = { ...COMPLETE, ...GARMIN, NODE_ENV: 'production' };

test.each([
  ['DATABASE_URL', 'postgres://u:p@db.internal/app'],
  ['DATABASE_URL', 'postgres://u:p@db.internal/app?sslmode=disable'],
  ['DATABASE_URL', 'postgres://u:p@db.internal/app?sslmode=no-verify'],
  ['DATABASE_URL', 'postgres://u:p@db.internal/app?sslmode=verify-full&sslmode=disable'],
  ['DATABASE_URL', 'postgres://u:p@localhost/app?host=db.internal'],
  ['REDIS_URL', 'redis://:p@cache.internal'],
])('production rejects %s without TLS, as in %s', (name, url) => {
  expect(() => readConfig({ ...PRODUCTION, [name]: url })).toThrow(`${name} must use TLS`);
  expect(() => readConfig({ ...PRODUCTION, [name]: url })).not.toThrow(':p@');
  expect(readConfig({ ...PRODUCTION, [name]: url, ALLOW_PLAINTEXT: 'true' })).toBeDefined();
  expect(readConfig({ ...COMPLETE, [name]: url })).toBeDefined();
});

test.each([
  ['DATABASE_URL', 'postgres://u:p@db.internal/app?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://u:p@localhost/app'],
  ['DATABASE_URL', 'postgres://u:p@[::1]/app'],
  ['DATABASE_URL', 'postgres://u:p@127.0.0.1:6432/app'],
  ['DATABASE_URL', 'postgres:///app?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/app'],
  ['DATABASE_URL', 'postgres://u:p@db.internal/app?ssl=true'],
  ['REDIS_URL', 'rediss://:p@cache.internal'],
  ['REDIS_URL', 'redis://127.0.0.1'],
])('production accepts %s as %s', (name, url) => {
  expect(readConfig({ ...PRODUCTION, [name]: url })).toBeDefined();
});

test('production rejects every secret and key of the repository', async () => {
  const sources = await Promise.all(
    ['../../../tools/local/src/garmin.ts', './testing/garmin.ts'].map((path) =>
      readFile(new URL(path, import.meta.url), 'utf8'),
    ),
  );
  const secrets = sources.flatMap((source) => [...source.matchAll(/WEBHOOK_SECRET = '(.+)'/g)]);
  expect(secrets).toHaveLength(2);
  for (const [, secret] of secrets)
    expect(() => readConfig({ ...PRODUCTION, GARMIN_WEBHOOK_SECRET: secret })).toThrow(
      'GARMIN_WEBHOOK_SECRET is the example',
    );

  const [, clientSecret] = /CLIENT_SECRET: '(.+)'/.exec(sources.join('')) ?? [];
  expect(() => readConfig({ ...PRODUCTION, GARMIN_CLIENT_SECRET: clientSecret })).toThrow(
    'GARMIN_CLIENT_SECRET is the example',
  );

  const keys = sources.flatMap((source) => [...source.matchAll(/Buffer\.from\('(.{32})'\)/g)]);
  expect(keys).toHaveLength(1);
  expect(() => readWithKey(Buffer.from(keys[0]?.[1] ?? ''))).toThrow('contains a weak key');
});

function readWithKey(key: Buffer) {
  const encoded = key.toString('base64');
  return readConfig({
    ...PRODUCTION,
    GARMIN_TOKEN_KEYS: `1:${KEY},2:${encoded}`,
    GARMIN_TOKEN_KEY: '1',
  });
}

test.each([
  ['zeros', Buffer.alloc(32)],
  ['one byte', Buffer.alloc(32, 0xa7)],
  ['a repeated piece', Buffer.alloc(32, randomBytes(16))],
  ['a sequence', Buffer.from(Array.from({ length: 32 }, (_, index) => index * 3))],
  ['text', Buffer.from('correct horse battery staple 123')],
])('production rejects a token key of %s, without repeating it', (_name, key) => {
  expect(() => readWithKey(key)).toThrow('GARMIN_TOKEN_KEYS contains a weak key');
  expect(() => readWithKey(key)).not.toThrow(key.toString('base64'));
});

test('production accepts random keys and secrets', () => {
  for (let count = 0; count < 100; count++)
    expect(
      readConfig({
        ...PRODUCTION,
        GARMIN_WEBHOOK_SECRET: randomBytes(16).toString('hex'),
        GARMIN_TOKEN_KEYS: `1:${randomKey()}`,
      }).garmin,
    ).toBeDefined();
});

test.each(['x'.repeat(32), 'deadbeef'.repeat(4), '0123'.repeat(10)])(
  'production rejects the webhook secret %s, without repeating it',
  (secret) => {
    const read = () => readConfig({ ...PRODUCTION, GARMIN_WEBHOOK_SECRET: secret });
    expect(read).toThrow('GARMIN_WEBHOOK_SECRET is too weak');
    expect(read).not.toThrow(secret);
    expect(readConfig({ ...COMPLETE, ...GARMIN, GARMIN_WEBHOOK_SECRET: secret })).toBeDefined();
  },
);

test('production requires a drain time', () => {
  expect(() => readConfig({ ...PRODUCTION, DRAIN_SECONDS: '0' })).toThrow('DRAIN_SECONDS');
  expect(readConfig({ ...COMPLETE, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
});

test('proxies that are not addresses or ranges are rejected', () => {
  expect(() => readConfig({ ...COMPLETE, TRUST_PROXY: 'everyone' })).toThrow(
    'TRUST_PROXY (must be addresses or ranges',
  );
  expect(readConfig({ ...COMPLETE, TRUST_PROXY: '10.0.0.0/8' }).trustProxy).toBeTypeOf('function');
});
