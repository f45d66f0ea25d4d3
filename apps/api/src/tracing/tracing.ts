import {
  type Attributes,
  context,
  type Link,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';

type Settings = {
  /** The address of a collector, to which /v1/traces is added. */
  endpoint: string;
  service: 'pacewright-api' | 'pacewright-worker';
  /** The share of traces that is recorded, 0 to 1. */
  share: number;
};

/** Sends traces to a collector. Its packages are loaded only here, because most installations have none. */
export async function startTracing({ endpoint, service, share }: Settings) {
  const [{ AsyncLocalStorageContextManager }, core, exporter, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
  const url = new URL(`${endpoint.replace(/\/$/, '')}/v1/traces`).href;
  const spanProcessor = new sdk.BatchSpanProcessor({
    exporter: new exporter.OTLPTraceExporter({ url }),
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [spanProcessor],
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  return {
    flush: () => provider.forceFlush(),
    close: async () => {
      await provider.shutdown();
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

/** The tracer of the product, used by hand: automatic instrumentation records addresses and messages. Without startTracing it records nothing. */
export const tracer = trace.getTracer('pacewright');

type SpanOptions = { kind?: SpanKind; attributes?: Attributes; links?: Link[] };

/** Records some work as a span, with what it starts as children. */
export function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A request to another service, as a part of what is traced already. Polling alone starts no trace. */
export function tracedCall<T>(
  name: string,
  describe: () => Attributes,
  work: () => Promise<T>,
): Promise<T> {
  // Nothing is described that is not recorded: every statement passes here.
  if (!trace.getActiveSpan()?.isRecording()) return work();
  return traced(name, { kind: SpanKind.CLIENT, attributes: describe() }, work);
}

/** Only the name of an error: its message may contain what an athlete has written. */
function markFailed(span: Span, error: unknown): void {
  const message = error instanceof Error ? error.name : 'Error';
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

/** The current span, to be stored with work that continues elsewhere. */
export type TraceOrigin = { traceId: string; spanId: string };

export function currentOrigin(): TraceOrigin | undefined {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return undefined;
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}

export function linkTo({ traceId, spanId }: TraceOrigin): Link {
  return { context: { traceId, spanId, traceFlags: TraceFlags.SAMPLED } };
}
