import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

/**
 * A logger of JSON lines without secrets: each finished line is scrubbed on its way out, so that a token or
 * an email is removed wherever it came from, an error's message included.
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
      serializers: { req: describeRequest, res: describeReply, err: describeError },
    },
    scrubbed,
  );
}

/** The route's pattern and not the address, which may hold a secret and be as long as the sender likes. */
function describeRequest({ method, routeOptions, ip }: FastifyRequest): object {
  return { method, route: routeOptions.url ?? 'none', ip };
}

function describeReply({ statusCode, request }: FastifyReply): object {
  return {
    status: statusCode,
    ...(request.problemCode && { problem: request.problemCode }),
    ...(request.userId && { athlete: request.userId }),
  };
}

const MAX_MESSAGE = 500;
const MAX_STACK = 4_000;
const MAX_CAUSES = 3;

/** Only these fields: PostgreSQL repeats what an athlete sent in `detail` and `where`. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: truncate(String(error), MAX_MESSAGE) };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    ...('code' in error && { code: truncate(String(error.code), 100) }),
    message: truncate(message, MAX_MESSAGE),
    ...(stack && { stack: truncate(stack, MAX_STACK) }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

// Each pattern starts with a fixed text and stops where the next match could start, so the time is
// proportional to the length of the line.
const SECRETS: [RegExp, string][] = [
  [/\b(bearer|basic)(\s{1,4})[\w.~+/-]{8,}=*/gi, '$1$2[token]'],
  // Codes of mailed links, verifiers, tokens and passwords in JSON, a form or a query.
  [
    /((?:oobCode|code_?verifier|(?:refresh|access|id)_?token|client_?secret|password)\\?"?\s{0,4}[=:]\s{0,4}\\?"?)[^&\s"\\,}]+/gi,
    '$1[secret]',
  ],
  // The password in a connection string.
  [/(:\/\/[^:/\s"@]*:)[^@/\s"]+@/g, '$1[secret]@'],
];

/** Takes tokens, codes, passwords and email addresses out of a line. */
export function scrub(line: string): string {
  const text = SECRETS.reduce(
    (before, [pattern, replacement]) => before.replace(pattern, replacement),
    line,
  );
  return /@|%40|eyJ/.test(text) ? text.replace(WORD, scrubWord) : text;
}

/** An escape of JSON, which must stay whole, or everything up to the next delimiter. */
const WORD = /\\(?:u[\da-f]{4}|.)|[^\s"'`\\<>()[\]{},;:/=&?]+/gi;

function scrubWord(word: string): string {
  const token = word.indexOf('eyJ');
  // Anything with the shape of a JWT, signed or not.
  if (token >= 0 && word.includes('.', token)) return `${word.slice(0, token)}[token]`;
  const at = word.search(/@|%40/);
  // A letter after a dot: "fastify@5.12.8" in a stack trace is a version.
  if (at > 0 && /\.\p{L}/u.test(word.slice(at))) return '[email]';
  return word;
}
