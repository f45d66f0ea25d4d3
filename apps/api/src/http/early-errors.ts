import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemBody, type ProblemCode, PROBLEMS } from '@pacewright/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, sendProblem } from './problem.ts';

/** Limits for slow clients, in milliseconds. Node enforces them once per checking interval. */
export const TIMEOUTS = {
  /** For the whole request, including its body. */
  requestTimeout: 30_000,
  /** Without a byte in either direction. */
  connectionTimeout: 60_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
} as const;

/** Far above the needs of a balancer, and low enough for idle connections to fit into memory. */
export const MAX_CONNECTIONS = 10_000;

/** Sends errors that occur before any hook runs with the usual body and headers. */
export function earlyErrorHandlers(headers: Record<string, string>) {
  return {
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ ...headers, 'x-request-id': request.id });
      // Fastify's own message repeats the URL.
      sendProblem(request, reply, new Problem('INVALID_REQUEST'));
    },
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      if (socket.writable) socket.write(rawProblem(error.code, headers));
      socket.destroy(error);
    },
  };
}

/** The complete response as text: Node has no reply object for a request it could not parse. */
function rawProblem(errorCode: string | undefined, headers: Record<string, string>): string {
  const [code, status]: [ProblemCode, number] =
    errorCode === 'HPE_HEADER_OVERFLOW'
      ? ['TOO_LARGE', 431]
      : ['INVALID_REQUEST', errorCode === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400];
  const problem: Omit<ProblemBody, 'requestId'> = {
    type: 'about:blank',
    title: PROBLEMS[code].title,
    status,
    code,
  };
  const body = JSON.stringify(problem);
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
