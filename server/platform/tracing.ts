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
 * OpenTelemetry traces. Without `startTracing` every function here costs almost nothing and sends nothing, because it
 * uses the API's no-op implementation.
 */
const tracer = trace.getTracer("paydeck");

/** Headers or any other carrier of a trace's context: `traceparent`, `tracestate`. */
type TraceCarrier = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Exports this process's traces over OTLP/HTTP; the exporter reads the endpoint from OpenTelemetry's standard
 * variables. Returns a function that sends the last ones and stops. The SDK is loaded only here, so that it costs
 * nothing without tracing.
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

/** Runs `work` in a new span, which ends with it; a throw marks it as failed. */
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

/** Runs `work` as part of the trace of a request or a job. */
export function inTraceOf<T>(carrier: TraceCarrier, work: () => T): T {
  return context.with(propagation.extract(context.active(), carrier), work);
}

/** The headers that pass the current trace on to another process; empty without a trace. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Added to log lines, so that a line leads to its trace. */
export function currentTraceId(): string | null {
  return trace.getActiveSpan()?.spanContext().traceId ?? null;
}
