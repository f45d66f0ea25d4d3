import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const COMPLETE = {
  NODE_ENV: 'development',
  DATABASE_URL: 'postgres://pacewright@127.0.0.1/pacewright',
  FIREBASE_PROJECT_ID: 'demo-pacewright',
};

test('everything that is missing is named in one message', () => {
  expect(() => readConfig({})).toThrow('Missing settings: DATABASE_URL, FIREBASE_PROJECT_ID');
});

test('an empty setting is a missing one', () => {
  expect(() => readConfig({ ...COMPLETE, DATABASE_URL: '' })).toThrow(
    'Missing settings: DATABASE_URL',
  );
});

test('what is wrong is named beside what is missing', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://x', PORT: 'eighty' })).toThrow(
    /Missing settings: FIREBASE_PROJECT_ID\. Settings that are not valid: PORT .*DATABASE_URL/,
  );
});

test('the emulator, which accepts unsigned tokens, is refused in production and for a real project', () => {
  const emulated = { ...COMPLETE, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
  expect(readConfig(emulated).firebase.emulatorHost).toBe('127.0.0.1:9099');
  expect(() => readConfig({ ...emulated, NODE_ENV: 'production' })).toThrow(
    'must not be set in production',
  );
  expect(() => readConfig({ ...emulated, FIREBASE_PROJECT_ID: 'pacewright' })).toThrow('demo-');
});

test('production is what it is unless told otherwise', () => {
  const { NODE_ENV: _, ...unset } = COMPLETE;
  expect(readConfig(unset).production).toBe(true);
});
