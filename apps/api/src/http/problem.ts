import { type ProblemBody, type ProblemCode, PROBLEMS } from '@pacewright/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable } from '../db/availability.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** The code of the response, for the log. */
    problemCode: ProblemCode | undefined;
  }
}

type Details = Pick<ProblemBody, 'detail' | 'errors' | 'current'> & {
  /** In seconds. */
  retryAfter?: number;
};

/** A failure that is reported to the client. Any other error is a bug and becomes a 500. */
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

/** A field that is well formed and still not acceptable; `at` is its path in the body. */
export function notAccepted(at: string, message: string): Problem {
  return new Problem('NOT_ACCEPTED', { detail: message, errors: [{ at, message }] });
}

/** A field that is malformed. */
export function badRequest(at: string, message: string): Problem {
  return new Problem('INVALID_REQUEST', { detail: message, errors: [{ at, message }] });
}

/** Sends every error as application/problem+json. */
export function setProblemHandler(app: FastifyInstance): void {
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
  // Sent as text to bypass the response schema of the route.
  return reply
    .code(body.status)
    .type('application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((payload: string) => payload)
    .send(JSON.stringify(body));
}

/** Limits on the part of an invalid request that a response repeats. */
const MAX_ISSUES = 20;
const MAX_TEXT_LENGTH = 300;

function toProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation
      .slice(0, MAX_ISSUES)
      .map(({ instancePath, message = 'Not valid' }) => ({
        at: instancePath.slice(0, MAX_TEXT_LENGTH),
        message: message.slice(0, MAX_TEXT_LENGTH),
      }));
    return new Problem('INVALID_REQUEST', { detail: errors[0]?.message, errors });
  }
  if (error.statusCode === 413) return new Problem('TOO_LARGE');
  // Fastify's own errors, such as a body that is not JSON.
  if (error.statusCode && error.statusCode < 500)
    return new Problem('INVALID_REQUEST', { detail: error.message.slice(0, MAX_TEXT_LENGTH) });
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT' || isDatabaseUnavailable(error))
    return new Problem('UNAVAILABLE', { retryAfter: 2 });
  return new Problem('INTERNAL');
}
