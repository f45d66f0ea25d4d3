import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePorts } from './index.ts';

test('ports are consecutive, can be used together, and are never given to outgoing connections', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
  const ports = await findFreePorts(50);
  expect(ports).toEqual(Array.from({ length: 50 }, (_, index) => Number(ports[0]) + index));
  expect(Math.max(...ports)).toBeLessThan(Number.parseInt(range, 10));
  const servers = ports.map((port) => createServer().listen(port, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  for (const server of servers) server.close();
});
