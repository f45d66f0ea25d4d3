import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readTrustedProxies } from './trust-proxy.ts';

/** The address that a request is counted under, when 10.0.0.1 has passed it on. */
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
])('of %s, the last that is not a proxy of ours is believed: %s', async (header, address) => {
  expect(await addressSeen(header)).toBe(address);
});

test('someone who is no proxy is not believed', async () => {
  expect(await addressSeen('198.51.100.1', '203.0.113.9')).toBe('203.0.113.9');
});

test('a chain of proxies has an end', async () => {
  expect(await addressSeen('203.0.113.9' + ', 10.0.0.2'.repeat(50))).toBe('10.0.0.2');
});

test.each(['somewhere', '10.0.0.0/33', 'fd00::/129', '10.0.0.1,', ''])('%j is no list', (list) => {
  expect(readTrustedProxies(list)).toBeUndefined();
});
