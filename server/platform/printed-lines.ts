import { limited, type Logger } from "./log";
import { shortText } from "./short-line";

type Printing = Pick<NodeJS.WriteStream, "write">;
type Written = (error?: Error | null) => void;

/**
 * Turns everything that is printed outside the log into log lines: by the framework, by a library, by Node. Some of it
 * quotes user input with line breaks, which could otherwise forge log lines (decision 0221). Call it before anything
 * prints. What the process cannot catch, such as V8's fatal errors, is caught by `server/start`.
 */
export function logPrintedLines(logger: Logger): void {
  logWrites(logger, process.stdout, "info");
  logWrites(logger, process.stderr, "error");
  const often = limited(logger);
  process.removeAllListeners("warning");
  process.on("warning", (warning) => often.warn({ err: warning }, "a warning of Node"));
  process.on("uncaughtException", (error, origin) => {
    logger.fatal({ err: error, origin }, "an error was not caught");
    // Exits like Node, without printing. Next has its own listener, which keeps the process running.
    if (process.listenerCount("uncaughtException") === 1) process.exit(1);
  });
}

/** One line per write: a stack trace is printed in one write. */
export function logWrites(logger: Logger, stream: Printing, level: "info" | "error"): void {
  const often = limited(logger);
  const write = (
    chunk: string | Uint8Array,
    encodingOrWritten?: BufferEncoding | Written,
    written?: Written,
  ): boolean => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    if (text.trim() !== "") often[level]({ text: shortText(text.trimEnd()) }, "printed");
    (typeof encodingOrWritten === "function" ? encodingOrWritten : written)?.();
    return true;
  };
  stream.write = write;
}
