import { type ProblemBody, type ProblemCode, PROBLEMS } from '@pacewright/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseUnavailable } from '../db/availability.ts';
import { setFieldErrors } from './field-errors.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** The code of the response, for the log. */
    problemCode: ProblemCode | undefined;
  }
}

type Details = Pick<ProblemBody, 'detail' | 'errors' | 'mistakes' | 'current'> & {
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
  setFieldErrors();
  app.decorateRequest('problemCode', undefined);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, request);
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

const INVALID_JSON = 'The content isn’t valid JSON. Correct it, then send it again';

/** Fastify's own errors of a request, by their code. */
const DETAILS: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request has no content. Send it as JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The content didn’t arrive completely. Send it again',
  FST_ERR_CTP_INVALID_JSON_BODY: INVALID_JSON,
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'Send the content as JSON, with the content type application/json',
};

function toProblem(error: FastifyError, { routeOptions: { bodyLimit } }: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation
      .slice(0, MAX_ISSUES)
      .map(({ instancePath, message = 'Invalid' }) => ({
        at: instancePath.slice(0, MAX_TEXT_LENGTH),
        message: message.slice(0, MAX_TEXT_LENGTH),
      }));
    return new Problem('INVALID_REQUEST', { detail: errors[0]?.message, errors });
  }
  if (error.statusCode === 413) {
    const most = `${Math.floor(bodyLimit / 1024)} kB`;
    return new Problem('TOO_LARGE', {
      detail: `Requests can have up to ${most}. Send less at once`,
    });
  }
  if (error.statusCode && error.statusCode < 500) {
    const detail = error instanceof SyntaxError ? INVALID_JSON : DETAILS[error.code];
    return new Problem('INVALID_REQUEST', { detail });
  }
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT' || isDatabaseUnavailable(error))
    return new Problem('UNAVAILABLE', { retryAfter: 2 });
  return new Problem('INTERNAL');
}
