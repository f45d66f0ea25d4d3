import { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { createLogger } from '../http/logging.ts';

/** A logger that writes down everything, and what it has written so far. */
export function openLog(): { logger: FastifyBaseLogger; written: () => string } {
  const lines: string[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { logger: createLogger('debug', out), written: () => lines.join('') };
}
