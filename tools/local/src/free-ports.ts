import { once } from 'node:events';
import { createServer } from 'node:net';

/** Free ports. They are held at the same time, so that they differ. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  return Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening');
      const address = server.address();
      server.close();
      return typeof address === 'object' && address ? address.port : 0;
    }),
  );
}
