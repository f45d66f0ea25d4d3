import { createServer } from 'node:net';

const FIRST = 21_000;
const BLOCK = 50;
/** Ports above are given to outgoing connections, and might be taken while a service restarts. */
const LAST = 32_000;

/** The first of 50 ports that are free on loopback. */
export async function findFreePorts(): Promise<number> {
  for (let base = FIRST; base < LAST; base += BLOCK) {
    const ports = Array.from({ length: BLOCK }, (_, index) => base + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return base;
  }
  throw new Error(`No ${BLOCK} free ports from ${FIRST} to ${LAST}`);
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
