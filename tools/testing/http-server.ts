import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request as a double received it, whole; `path` includes the query. */
export type HttpRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

export type HttpServer = { url: string; port: number; close(): Promise<void> };

/** The server of a double on this machine; closing it ends what is in progress. */
export async function startHttpServer(
  respond: (request: HttpRequest, response: ServerResponse) => unknown,
  { port = 0, host = "127.0.0.1" }: { port?: number; host?: string } = {},
): Promise<HttpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    buffer(incoming)
      .then((body) => {
        const { method = "", url = "", headers } = incoming;
        return respond({ method, path: url, headers, body: body.toString("utf8") }, response);
      })
      .catch(() => response.destroy());
  });
  // A busy client could send a request over an idle connection at the moment when the server closes it.
  server.keepAliveTimeout = 0;
  // Not by closeAllConnections alone: a connection that a double destroys half-way is none of the server's any more.
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const { port: its } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${its}`,
    port: its,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
