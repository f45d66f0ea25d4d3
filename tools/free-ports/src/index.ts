import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const FIRST = 20_000;
/** Ports above are given to outgoing connections, which might take one before its server starts or restarts. */
const LAST = 32_000;
const MAX_ATTEMPTS = 1_000;

/** Consecutive ports that are free on loopback. Random ones, because other processes may be looking for some too. */
export async function findFreePorts(count: number): Promise<number[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const first = randomInt(FIRST, LAST - count);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return ports;
  }
  throw new Error(`No ${count} free ports from ${FIRST} to ${LAST}`);
}

export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1);
  return port;
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
