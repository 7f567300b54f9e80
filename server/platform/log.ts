import { type DestinationStream, pino, type Logger, stdSerializers } from "pino";
import { currentRequestId } from "./request-context";
import { currentTraceId } from "./tracing";

export type { Logger };

/** Fields that never reach a log, wherever they stand in the logged object (failure 37). */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  "salt",
  "apiKey",
  "secret",
  "password",
  "hash",
  "signature",
  "authorization",
  "cookie",
  "customer",
  "customer_details",
  "customer_email",
  "customer_phone",
  "customer_name",
  "email",
  "phone",
  "connectionString",
]);
/** How deep a logged object is looked into. */
const SECRET_DEPTH = 3;

/** Lines that wait to be written together, and for how long at most: a write for each line cost as much as a query. */
const WAITING_BYTES = 4_096;
const WAITING_MS = 100;

/** Standard output, for programs that run on. What waits is written when the process exits; only a kill loses it. */
function gatheredOutput(): DestinationStream {
  return pino.destination({ sync: false, minLength: WAITING_BYTES, periodicFlush: WAITING_MS });
}

/**
 * A structured log, one JSON object a line on standard output: line breaks and escape codes inside values
 * are encoded, so no value can forge a line (failure 39). Each line names the request and the trace that it is part of.
 */
export function createLogger(
  name: string,
  level: string = "info",
  output: DestinationStream = gatheredOutput(),
): Logger {
  return pino(
    {
      name,
      level,
      base: { pid: process.pid },
      formatters: { log: (line) => withoutSecrets(line, SECRET_DEPTH) as Record<string, unknown> },
      serializers: { err: describeError },
      mixin: contextOfLine,
      mixinMergeStrategy: withContext,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    output,
  );
}

/** The same value where it holds no secret, which is nearly always: nothing is copied then. */
function withoutSecrets(value: object, depth: number): object {
  let clean = value;
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    const kept = SECRET_FIELDS.has(key)
      ? "[redacted]"
      : depth > 1
        ? withoutSecretsInside(inner, depth - 1)
        : inner;
    if (kept === inner) continue;
    if (clean === value) clean = Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    Object.assign(clean, { [key]: kept });
  }
  return clean;
}

function withoutSecretsInside(value: unknown, depth: number): unknown {
  // An error is described by its own serializer, which takes nothing along but its words.
  const isLookedInto = typeof value === "object" && value !== null && !(value instanceof Error);
  return isLookedInto ? withoutSecrets(value, depth) : value;
}

type Context = { requestId: string | null; traceId: string | null };

function contextOfLine(): Context {
  return { requestId: currentRequestId(), traceId: currentTraceId() };
}

/** What the line itself says wins. Its fields come last, as V8 adds to a spread slowly: a line for each request is made here. */
function withContext(line: object, context: object): object {
  const { requestId, traceId } = context as Context;
  if (traceId !== null) return requestId === null ? { traceId, ...line } : { requestId, traceId, ...line };
  return requestId === null ? line : { requestId, ...line };
}

/**
 * An error's name, words, code and stack, and nothing else of it: errors of HTTP libraries carry whole requests along,
 * with their headers and bodies.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? error : typeof error;
  const { type, message, stack } = stdSerializers.err(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type, message, stack, ...(code === undefined ? {} : { code }) };
}
