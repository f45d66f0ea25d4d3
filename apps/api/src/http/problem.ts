import { type ProblemBody, type ProblemCode, PROBLEMS } from '@pacewright/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** The problem it was answered with, for the log. */
    problemCode: ProblemCode | undefined;
  }
}

type Details = Pick<ProblemBody, 'detail' | 'errors' | 'current'> & {
  /** Seconds after which a new attempt makes sense. */
  retryAfter?: number;
};

/** A failure the caller should hear about. Anything else that is thrown is a bug and answers 500. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: Details;

  /** The `cause` is logged and not sent. */
  constructor(code: ProblemCode, { cause, ...details }: Details & { cause?: unknown } = {}) {
    super(details.detail ?? PROBLEMS[code].title, { cause });
    this.code = code;
    this.details = details;
  }
}

/** Answers every failure of the app as application/problem+json. */
export function answerProblems(app: FastifyInstance): void {
  app.decorateRequest('problemCode', undefined);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error);
    const { status } = PROBLEMS[problem.code];
    if (status >= 500) request.log.error({ err: error, code: problem.code }, 'request failed');
    return sendProblem(request, reply, problem);
  });
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, details: { retryAfter, ...details } }: Problem,
): FastifyReply {
  const body: ProblemBody = {
    type: 'about:blank',
    ...PROBLEMS[code],
    code,
    ...details,
    requestId: request.id,
  };
  request.problemCode = code;
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  // Sent as text, so that no schema of the route is asked about a body it does not describe.
  return reply
    .code(body.status)
    .type('application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((payload: string) => payload)
    .send(JSON.stringify(body));
}

/** What a reply repeats of a request that is not valid. */
const MAX_ISSUES = 20;
const MAX_TEXT = 300;

function toProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation
      .slice(0, MAX_ISSUES)
      .map(({ instancePath, message = 'Not valid' }) => ({
        at: instancePath.slice(0, MAX_TEXT),
        message: message.slice(0, MAX_TEXT),
      }));
    return new Problem('INVALID_REQUEST', { detail: errors[0]?.message, errors });
  }
  if (error.statusCode === 413) return new Problem('TOO_LARGE');
  // Fastify's own refusals: a body that is not JSON, or of an unknown type.
  if (error.statusCode && error.statusCode < 500)
    return new Problem('INVALID_REQUEST', { detail: error.message.slice(0, MAX_TEXT) });
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT' || isDatabaseUnavailable(error))
    return new Problem('UNAVAILABLE', { retryAfter: 2 });
  return new Problem('INTERNAL');
}

/** SQL states and error codes after which the same request can succeed. */
const TEMPORARY = new RegExp(
  `^(?:${[
    '08...', // the connection failed
    '25006', // read only: a standby that has not taken over yet
    '40001|40P01|55P03', // lost against another transaction
    '53...', // out of connections, memory or disk
    '57014', // took longer than statement_timeout
    '57P0[1235]', // the server ended the connection
    'ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN',
  ].join('|')})$`,
);

function isDatabaseUnavailable(error: Error & { code?: string }): boolean {
  return (
    TEMPORARY.test(error.code ?? '') ||
    /^(Query read timeout|Connection terminated|timeout exceeded when trying to connect)/.test(
      error.message,
    )
  );
}
