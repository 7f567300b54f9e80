/** Whether traces are exported: OpenTelemetry's own variables name the endpoint, and its exporter reads them itself. */
export function isTracingConfigured(variables: NodeJS.ProcessEnv = process.env): boolean {
  const endpoints = [variables.OTEL_EXPORTER_OTLP_ENDPOINT, variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT];
  return endpoints.some((endpoint) => endpoint !== undefined && endpoint !== "");
}

/** The operator's options for every connection to Postgres, as libpq and its tools read them; often empty. */
export function readPostgresOptions(): string {
  return process.env.PGOPTIONS ?? "";
}
