import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

/**
 * A logger of JSON lines in which no secret can stand: each finished line is scrubbed on its way out, so
 * that a token or an email is caught wherever it came from, an error's message included.
 */
export function createLogger(
  level: string,
  out: NodeJS.WritableStream = process.stdout,
): FastifyBaseLogger {
  const scrubbed = new Writable({
    write(chunk: Buffer, _encoding, done) {
      out.write(scrub(chunk.toString()), () => done());
    },
  });
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        // Not the whole address: a query may hold a code that stands for a password.
        req: (request: { method: string; url: string; ip: string }) => ({
          method: request.method,
          path: request.url.split('?')[0],
          ip: request.ip,
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
        err: pino.stdSerializers.err,
      },
    },
    scrubbed,
  );
}

const SECRETS: [RegExp, string][] = [
  // Anything with the shape of a JWT, signed or not.
  [/eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(bearer\s+)[\w.~+/-]{8,}=*/gi, '$1[token]'],
  // Codes of mailed links, verifiers and tokens in a form or an address.
  [
    /((?:oobCode|code_verifier|refresh_token|access_token|client_secret|password)"?\s*[=:]\s*\\?"?)[^&\s"\\,}]+/gi,
    '$1[secret]',
  ],
  [/[\w.%+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '[email]'],
  // The password in a connection string.
  [/(\w+:\/\/[^:/\s"]+:)[^@/\s"]+@/g, '$1[secret]@'],
];

/** Takes tokens, codes, passwords and email addresses out of a line. */
export function scrub(line: string): string {
  return SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
