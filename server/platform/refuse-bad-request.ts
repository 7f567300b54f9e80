import type { Duplex } from "node:stream";

/** Enough time for a client to finish sending and to read; an endless sender is cut off then. */
const LINGER_MS = 2_000;

/** `status` as in `400 Bad Request`. */
type Refusal = { status: string; contentType: string; body: string };

/**
 * Responds on the bare socket to what is no HTTP request. Node would close it at once: data still being sent would then
 * meet a closed connection, whose reset discards the response.
 */
export function refuseBadRequest(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, contentType, body } = refusal;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
