import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readTrustedProxies } from './trust-proxy.ts';

/** The client address of a request that 10.0.0.1 forwarded. */
async function addressSeen(forwardedFor: string, remoteAddress = '10.0.0.1'): Promise<string> {
  const trustProxy = readTrustedProxies('10.0.0.0/8, 192.0.2.7, fd00::/8');
  if (!trustProxy) throw new Error('The list was not read');
  const server = Fastify({ trustProxy });
  server.get('/', async ({ ip }) => ip);
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await server.inject({ url: '/', remoteAddress, headers })).body;
}

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['203.0.113.9, 10.2.3.4', '203.0.113.9'],
  ['2001:db8::1, fd00::2, 192.0.2.7', '2001:db8::1'],
  ['203.0.113.9, ::ffff:10.2.3.4', '203.0.113.9'],
])('the client of %s is the last address that is not our proxy: %s', async (header, address) => {
  expect(await addressSeen(header)).toBe(address);
});

test('the header of an untrusted peer is ignored', async () => {
  expect(await addressSeen('198.51.100.1', '203.0.113.9')).toBe('203.0.113.9');
});

test('the number of trusted hops is limited', async () => {
  expect(await addressSeen('203.0.113.9' + ', 10.0.0.2'.repeat(50))).toBe('10.0.0.2');
});

test.each(['somewhere', '10.0.0.0/33', 'fd00::/129', '10.0.0.1,', ''])(
  '%j is not a valid list',
  (list) => {
    expect(readTrustedProxies(list)).toBeUndefined();
  },
);
