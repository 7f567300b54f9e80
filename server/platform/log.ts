import { pino, type Logger } from "pino";

export type { Logger };

/** Fields that never reach a log, wherever they stand in the logged object (failure 37). */
const SECRET_FIELDS = [
  "salt",
  "apiKey",
  "password",
  "hash",
  "authorization",
  "cookie",
  "customer_email",
  "customer_phone",
  "customer_name",
  "connectionString",
];

/**
 * A structured log, one JSON object a line on standard output: line breaks and escape codes inside values
 * are encoded, so no value can forge a line (failure 39).
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
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
