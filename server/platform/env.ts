/** Traces are sent when OpenTelemetry's own variables say where to; its exporter reads them itself. */
export function isTracingConfigured(variables: NodeJS.ProcessEnv = process.env): boolean {
  const endpoints = [variables.OTEL_EXPORTER_OTLP_ENDPOINT, variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT];
  return endpoints.some((endpoint) => endpoint !== undefined && endpoint !== "");
}

/** What an operator asks of every connection to Postgres, as libpq and its tools read it; often empty. */
export function readPostgresOptions(): string {
  return process.env.PGOPTIONS ?? "";
}
