import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** An empty value counts as absent: a file of variables can take back in no other way what another one sets. */
export function withoutEmpty(variables: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
}

/** Whether traces are exported: OpenTelemetry's own variables name the endpoint, and its exporter reads them itself. */
export function isTracingConfigured(variables: NodeJS.ProcessEnv = process.env): boolean {
  const endpoints = [variables.OTEL_EXPORTER_OTLP_ENDPOINT, variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT];
  return endpoints.some((endpoint) => endpoint !== undefined && endpoint !== "");
}

/** The operator's options for every connection to Postgres, as libpq and its tools read them; often empty. */
export function readPostgresOptions(): string {
  return process.env.PGOPTIONS ?? "";
}

/** What libpq reads where an address says nothing. */
export function readPostgresVariable(name: `PG${string}`): string | undefined {
  return process.env[name];
}

/** Where a release keeps its data: systemd's folder for the service, else the user's own data folder. */
export function defaultDataFolder(variables: NodeJS.ProcessEnv = process.env): string {
  const { STATE_DIRECTORY, XDG_DATA_HOME } = variables;
  // systemd names several folders in one variable, separated by colons.
  const fromSystemd = (STATE_DIRECTORY ?? "").split(":", 1)[0] ?? "";
  if (fromSystemd !== "") return fromSystemd;
  // The convention says to ignore a relative one.
  const home = XDG_DATA_HOME !== undefined && isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : null;
  return join(home ?? join(homedir(), ".local", "share"), "paydeck");
}
