import { pino } from 'pino';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';

/**
 * A logger of JSON lines without secrets: each finished line is scrubbed before it is written, so that tokens
 * and emails are removed even from error messages.
 */
export function createLogger(
  level: string,
  out: NodeJS.WritableStream = process.stdout,
): FastifyBaseLogger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: serializeRequest, res: serializeReply, err: serializeError },
    },
    { write: (line) => void out.write(scrub(line)) },
  );
}

/** One line for each request, once it is completed. */
export function createLogController(): LogController {
  return Object.assign(new LogController(), {
    incomingRequest: () => {},
    requestCompleted: (error: Error | null | undefined, req: FastifyRequest, res: FastifyReply) => {
      const line = { req, res, responseTime: res.elapsedTime };
      if (error) res.log.error({ ...line, err: error }, 'request errored');
      else res.log.info(line, 'request completed');
    },
  });
}

/** Logs the route's pattern: the URL may contain a secret, and its length is up to the sender. */
function serializeRequest({ method, routeOptions, ip }: FastifyRequest): object {
  return { method, route: routeOptions.url ?? 'none', ip };
}

function serializeReply({ statusCode, request }: FastifyReply): object {
  return {
    status: statusCode,
    ...(request.problemCode && { problem: request.problemCode }),
    ...(request.userId && { athlete: request.userId }),
  };
}

const MAX_MESSAGE_LENGTH = 500;
const MAX_STACK_LENGTH = 4_000;
const MAX_CAUSES = 3;

/** Only these fields, because PostgreSQL repeats stored values in `detail` and `where`. */
function serializeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: truncate(String(error), MAX_MESSAGE_LENGTH) };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    ...('code' in error && { code: truncate(String(error.code), 100) }),
    message: truncate(message, MAX_MESSAGE_LENGTH),
    ...(stack && { stack: truncate(stack, MAX_STACK_LENGTH) }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: serializeError(cause, depth + 1) }),
  };
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

// Each pattern starts with a fixed text and stops where the next match could start, so scrubbing takes linear time.
const SECRETS: [RegExp, string][] = [
  // An athlete's key.
  [/\bpw_(live|test)_\w{1,80}/g, 'pw_$1_[key]'],
  [/\b(bearer|basic)(\s{1,4})[\w.~+/-]{8,}=*/gi, '$1$2[token]'],
  // Codes of mailed links, verifiers, tokens and passwords in JSON, a form or a query.
  [
    /((?:oobCode|code_?verifier|(?:refresh|access|id)_?token|client_?secret|password)\\?"?\s{0,4}[=:]\s{0,4}\\?"?)[^&\s"\\,}]+/gi,
    '$1[secret]',
  ],
  // The password in a connection string.
  [/(:\/\/[^:/\s"@]*:)[^@/\s"]+@/g, '$1[secret]@'],
];

/** Removes tokens, codes, passwords and email addresses from a line. */
export function scrub(line: string): string {
  const text = SECRETS.reduce(
    (before, [pattern, replacement]) => before.replace(pattern, replacement),
    line,
  );
  return /@|%40|eyJ/.test(text) ? text.replace(WORD, scrubWord) : text;
}

/** A JSON escape, which must not be cut, or everything up to the next delimiter. */
const WORD = /\\(?:u[\da-f]{4}|.)|[^\s"'`\\<>()[\]{},;:/=&?]+/gi;

function scrubWord(word: string): string {
  const token = word.indexOf('eyJ');
  // Anything with the shape of a JWT, signed or not.
  if (token >= 0 && word.includes('.', token)) return `${word.slice(0, token)}[token]`;
  const at = word.search(/@|%40/);
  // An email has a letter after a dot; "fastify@5.12.8" in a stack trace is a version.
  if (at > 0 && /\.\p{L}/u.test(word.slice(at))) return '[email]';
  return word;
}
