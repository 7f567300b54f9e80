import type { Duplex } from "node:stream";

/** Long enough for whoever sends to have sent and to read; a sender without an end is cut off then. */
const LINGER_MS = 2_000;

/** `status` as in `400 Bad Request`. */
export type Refusal = { status: string; contentType: string; body: string };

/**
 * Answers what is no HTTP request, on the bare socket. Node would close at once: what is still being sent would then meet a
 * closed connection, whose reset takes the answer along.
 */
export function refuseBadRequest(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, contentType, body } = refusal;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
