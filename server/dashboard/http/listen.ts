import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { refuseBadRequest } from "@/server/platform/refuse-bad-request";

export type Listening = {
  port: number;
  /** Closes each connection after its next response, and still accepts new ones. */
  drain(): void;
  close(): Promise<void>;
};

/** Takes over a connection whose client asks for another protocol. */
export type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Node's own limits of 60 and 300 s let a slow sender hold a connection for far too long (failure 18). */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 30_000;
/** How long requests in flight may take once the server stops: less than `runSystem` waits in all. */
const CLOSE_LIMIT_MS = 10_000;
const CLOSE_IDLE_EVERY_MS = 50;

/** The response to a request that ends before it can be parsed, by Node's error code. */
const MALFORMED: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/**
 * Listens, or rejects with the error of a port in use. `close` accepts no new request and lets those in flight end.
 * Without `onUpgrade` a request for another protocol is a plain request.
 */
export function listen(
  listener: RequestListener,
  address: { host: string; port: number },
  onUpgrade: OnUpgrade | null = null,
): Promise<Listening> {
  let isDraining = false;
  const drain = (): void => {
    isDraining = true;
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      if (isDraining) response.setHeader("connection", "close");
      listener(request, response);
    },
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = MALFORMED[error.code ?? ""] ?? "400 Bad Request";
    // The response has no body: it may answer a HEAD, whose sender would take a body for the next response.
    refuseBadRequest(socket, { status, contentType: "text/plain", body: "" });
  });
  const upgraded = new Set<Duplex>();
  if (onUpgrade !== null) {
    server.on("upgrade", (request, socket, head) => {
      upgraded.add(socket);
      socket.once("close", () => upgraded.delete(socket));
      onUpgrade(request, socket, head);
    });
  }
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      drain();
      // They have no request that ends.
      for (const socket of upgraded) socket.destroy();
      const limit = setTimeout(() => server.closeAllConnections(), CLOSE_LIMIT_MS);
      // A connection becomes idle only after its response, and its client would keep it: each is closed when idle.
      const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
      server.close(() => {
        clearTimeout(limit);
        clearInterval(closing);
        resolve();
      });
    });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address.port, address.host, () => {
      server.off("error", reject);
      resolve({ port: (server.address() as AddressInfo).port, drain, close });
    });
  });
}
