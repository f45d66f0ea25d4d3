import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemBody, type ProblemCode, PROBLEMS } from '@pacewright/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, sendProblem } from './problem.ts';

/** How long a client may take, in milliseconds. Node looks for late ones at the interval. */
export const TIMEOUTS = {
  /** For all of a request, its body included. */
  requestTimeout: 30_000,
  /** Without a byte in either direction. */
  connectionTimeout: 60_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
} as const;

/** Far above what a balancer opens, and low enough that idle ones fit into memory. */
export const MAX_CONNECTIONS = 10_000;

/** Answers what is refused before any hook runs, with the body and headers of every other refusal. */
export function answerRefusals(headers: Record<string, string>) {
  return {
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ ...headers, 'x-request-id': request.id });
      // Fastify's own message repeats the address.
      sendProblem(request, reply, new Problem('INVALID_REQUEST'));
    },
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      if (socket.writable) socket.write(rawRefusal(error.code, headers));
      socket.destroy(error);
    },
  };
}

/** Node has given up on the connection, so there is no reply to write to. */
function rawRefusal(errorCode: string | undefined, headers: Record<string, string>): string {
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
