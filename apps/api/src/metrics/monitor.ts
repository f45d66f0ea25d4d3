import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

export type Monitor = { port: number; close: () => Promise<void> };

/**
 * Serves the metrics and the health of a process on a port of its own, which only the operator's network
 * reaches.
 */
export async function startMonitor(
  { host, port }: { host: string; port: number },
  {
    metrics,
    checkReady,
  }: {
    metrics: Pick<Metrics, 'print' | 'contentType'>;
    /** Rejects while the process can't do its work. */
    checkReady: () => Promise<unknown>;
  },
): Promise<Monitor> {
  const server = createServer((request, response) => {
    const respond = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(text);
    if (request.url === '/health/live') respond(200, 'ok\n');
    else if (request.url === '/health/ready')
      checkReady().then(
        () => respond(200, 'ok\n'),
        () => respond(503, 'the database is unavailable\n'),
      );
    else if (request.url === '/metrics')
      metrics.print().then(
        (text) => respond(200, text, metrics.contentType),
        () => respond(500, 'the metrics could not be read\n'),
      );
    else respond(404, 'not found\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
