import { pino, type Logger, stdSerializers } from "pino";
import { currentRequestId } from "./request-context";
import { currentTraceId } from "./tracing";

export type { Logger };

/** Fields that never reach a log, wherever they stand in the logged object (failure 37). */
const SECRET_FIELDS = [
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
];

/**
 * A structured log, one JSON object a line on standard output: line breaks and escape codes inside values
 * are encoded, so no value can forge a line (failure 39). Each line names the request and the trace that it is part of.
 */
export function createLogger(name: string, level: string = "info"): Logger {
  return pino({
    name,
    level,
    base: { pid: process.pid },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: "[redacted]",
    },
    serializers: { err: describeError },
    mixin: contextOfLine,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}

function contextOfLine(): Record<string, string> {
  const requestId = currentRequestId();
  const traceId = currentTraceId();
  return { ...(requestId === null ? {} : { requestId }), ...(traceId === null ? {} : { traceId }) };
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
