import { type DestinationStream, pino, type Logger, stdSerializers } from "pino";
import { LineLimit } from "./line-limit";
import { currentRequestId } from "./request-context";
import { shortLine } from "./short-line";
import { currentTraceId } from "./tracing";

export type { Logger };

/** Fields that never reach a log, anywhere in the logged object (failure 37). */
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
/** The depth to which a logged object is searched. */
const SECRET_DEPTH = 3;

/**
 * Standard output, for long-running programs. Not synchronous, so that a reader that stalls does not stop payments;
 * what waits is written when the process exits, and only a kill loses it (decision 0221).
 */
function standardOutput(): DestinationStream {
  return pino.destination({ sync: false });
}

/**
 * A structured log, one JSON object per line on standard output: line breaks and escape codes in values are encoded, so
 * no value can forge a line (failure 39), and long ones are cut. Each line contains the ids of its request and trace.
 */
export function createLogger(
  name: string,
  level: string = "info",
  output: DestinationStream = standardOutput(),
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
      hooks: {
        logMethod(args, method) {
          const limit = (this as Limited)[LIMIT];
          if (limit === undefined || limit.takes(textOf(args))) method.apply(this, args);
        },
      },
    },
    { write: (line: string) => output.write(shortLine(line)) },
  );
}

const LIMIT = Symbol("limit of lines");
type Limited = Logger & { [LIMIT]?: LineLimit };
const limitedLoggers = new WeakMap<Logger, Logger>();

/** Per text, in ten seconds. */
const MOST_LINES = 50;
const SPAN_MS = 10_000;

/**
 * Limits lines that anyone can cause, as often as they like: logs the first few with the same text in a time span, then
 * one line with the number of dropped ones. `most` is read only at the first call for a logger.
 */
export function limited(logger: Logger, most = MOST_LINES): Logger {
  const known = limitedLoggers.get(logger);
  if (known !== undefined) return known;
  const child: Limited = logger.child({});
  child[LIMIT] = new LineLimit({ most, spanMs: SPAN_MS }, (text, leftOut) =>
    logger.warn({ line: text, leftOut }, "lines were left out"),
  );
  limitedLoggers.set(logger, child);
  return child;
}

function textOf(args: readonly unknown[]): string {
  const [first, second] = args;
  return typeof second === "string" ? second : typeof first === "string" ? first : "";
}

/** Returns the same object when it contains no secret, which is nearly always: then nothing is copied. */
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
  // An error has a separate serializer, which logs only its own fields.
  const isLookedInto = typeof value === "object" && value !== null && !(value instanceof Error);
  return isLookedInto ? withoutSecrets(value, depth) : value;
}

type Context = { requestId: string | null; traceId: string | null };

function contextOfLine(): Context {
  return { requestId: currentRequestId(), traceId: currentTraceId() };
}

/**
 * The line's own fields win. They come last, because V8 adds to a spread slowly, and there is a line for each request.
 */
function withContext(line: object, context: object): object {
  const { requestId, traceId } = context as Context;
  if (traceId !== null) return requestId === null ? { traceId, ...line } : { requestId, traceId, ...line };
  return requestId === null ? line : { requestId, ...line };
}

/**
 * An error's name, message, code and stack, and nothing else: errors of HTTP libraries contain whole requests with
 * headers and bodies.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? error : typeof error;
  const { type, message, stack } = stdSerializers.err(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type, message, stack, ...(code === undefined ? {} : { code }) };
}
