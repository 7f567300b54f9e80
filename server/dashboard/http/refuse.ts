import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "./buffer-body";

/** How long a refused sender may continue; what it sends is discarded. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 8 * 1024 * 1024;

export type Refused = { status: number; text: string; allow?: string; retryAfterSeconds?: number };

/**
 * Refuses in one sentence and closes. If a body is still being sent, the connection stays open for a moment after the
 * response: closing at once resets it, and the response is lost.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  const body = Buffer.from(`${refused.text}\n`);
  response.writeHead(refused.status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": body.length,
    "cache-control": "no-store",
    connection: "close",
    ...(refused.allow === undefined ? {} : { allow: refused.allow }),
    ...(refused.retryAfterSeconds === undefined ? {} : { "retry-after": String(refused.retryAfterSeconds) }),
  });
  if (!hasBody(request) || request.complete) {
    response.end(body);
    return;
  }
  response.write(body);
  let discarded = 0;
  const close = (): void => {
    clearTimeout(limit);
    response.end();
  };
  const limit = setTimeout(close, LINGER_MS);
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > LINGER_BYTES) close();
  });
  request.once("end", close).once("error", close).once("close", close);
}

/** Closes the connection of a sender that continues after the response: Node would read to the end. */
export function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  response.once("finish", () => {
    if (request.complete) return;
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, LINGER_MS).unref();
  });
}
