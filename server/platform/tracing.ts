import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

/**
 * OpenTelemetry traces. Without `startTracing` every function here costs next to nothing and sends nothing: the API's
 * own no-op stands behind it.
 */
const tracer = trace.getTracer("paydeck");

/** Headers or any other carrier of a trace's context: `traceparent`, `tracestate`. */
export type TraceCarrier = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Sends this process's traces over OTLP/HTTP; where to is the exporter's own business, in OpenTelemetry's standard
 * variables. Returns what sends the last ones and ends it. The SDK is loaded only here: who does not trace, does not pay.
 */
export async function startTracing(serviceName: string): Promise<() => Promise<void>> {
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => provider.shutdown();
}

/** Runs `work` in a span of its own, which ends with it; a throw marks it as failed. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Runs `work` as a part of the trace that a request or a job brought along. */
export function inTraceOf<T>(carrier: TraceCarrier, work: () => T): T {
  return context.with(propagation.extract(context.active(), carrier), work);
}

/** What carries the present trace on to another process; empty where nothing is traced. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** For the log, so that a line leads to its trace. */
export function currentTraceId(): string | null {
  return trace.getActiveSpan()?.spanContext().traceId ?? null;
}
