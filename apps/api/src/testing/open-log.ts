import { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { createLogger } from '../logging.ts';

/** A logger in memory. */
export function openLog(): { logger: FastifyBaseLogger; readLog: () => string } {
  const lines: string[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { logger: createLogger('debug', out), readLog: () => lines.join('') };
}
