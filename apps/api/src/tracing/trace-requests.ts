import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { TrustProxy } from '../http/trust-proxy.ts';
import { tracer } from './tracing.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    traceContext: Context | undefined;
  }
}

/**
 * Records every request as a span, and names its trace in its log lines. Only a trusted proxy can continue a trace: a
 * client would decide what is recorded.
 */
export function traceRequests(app: FastifyInstance, trustProxy: TrustProxy | false): void {
  app.decorateRequest('traceContext', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    // The pattern, because the address may contain a secret.
    const route = routeOptions.url ?? 'none';
    const isTrusted = trustProxy && trustProxy(request.socket.remoteAddress ?? '', 0);
    const parent = isTrusted ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      requestId: request.id,
    };
    const span = tracer.startSpan(
      `${method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      parent,
    );
    request.traceContext = trace.setSpan(parent, span);
    if (span.isRecording())
      request.log = reply.log = request.log.child({ traceId: span.spanContext().traceId });
    context.with(request.traceContext, done);
  });
  // The body arrives with events of the connection, outside the context of the first hook.
  app.addHook('preValidation', ({ traceContext = ROOT_CONTEXT }, _reply, done) =>
    context.with(traceContext, done),
  );
  app.addHook('onResponse', async ({ traceContext }, { statusCode }) => {
    const span = traceContext && trace.getSpan(traceContext);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
