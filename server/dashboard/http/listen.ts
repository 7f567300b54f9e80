import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { refuseBadRequest } from "@/server/platform/refuse-bad-request";

export type Listening = { port: number; close(): Promise<void> };

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

/** Listens, or rejects with the error of a port in use. `close` accepts no new request and lets those in flight end. */
export function listen(
  listener: RequestListener,
  address: { host: string; port: number },
): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: 5_000,
    },
    listener,
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = MALFORMED[error.code ?? ""] ?? "400 Bad Request";
    // Without a body: it may have been a HEAD, whose sender would take a body for the next response.
    refuseBadRequest(socket, { status, contentType: "text/plain", body: "" });
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
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
      resolve({ port: (server.address() as AddressInfo).port, close });
    });
  });
}
