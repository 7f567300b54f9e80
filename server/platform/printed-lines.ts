import { limited, type Logger } from "./log";
import { shortText } from "./short-line";

type Printing = Pick<NodeJS.WriteStream, "write">;
type Written = (error?: Error | null) => void;

/**
 * Makes lines of the log of everything that is printed past it: by the framework, by a library, by Node. Some of it quotes
 * what anybody sent, line breaks included, and would otherwise stand in the log as lines of their own (decision 0221). To be
 * called before anything prints. What the process cannot catch, such as the last words of V8, is caught by `server/start`.
 */
export function logPrintedLines(logger: Logger): void {
  logWrites(logger, process.stdout, "info");
  logWrites(logger, process.stderr, "error");
  const often = limited(logger);
  process.removeAllListeners("warning");
  process.on("warning", (warning) => often.warn({ err: warning }, "a warning of Node"));
  process.on("uncaughtException", (error, origin) => {
    logger.fatal({ err: error, origin }, "an error was not caught");
    // As Node would, without printing it. Next has a listener of its own, which lets the process go on.
    if (process.listenerCount("uncaughtException") === 1) process.exit(1);
  });
}

/** One line for each write: what prints a stack does so at once. */
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
