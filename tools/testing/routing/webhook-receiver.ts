import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as received by a merchant's endpoint. */
export type ReceivedWebhook = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
};

export type Behaviour = (
  response: ServerResponse,
  webhook: ReceivedWebhook,
  /** The number of requests before this one. */
  earlier: number,
) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ""): Behaviour =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };
/** Accepts the request and never responds. */
export const hanging: Behaviour = () => undefined;
/** Accepts the request and closes the connection. */
export const closing: Behaviour = (response) => void response.socket?.destroy();
/** Responds with 200 and an endless body. */
export const flooding: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  const pour = (): void => {
    while (!response.destroyed && response.write("x".repeat(16 * 1024)));
  };
  response.on("drain", pour);
  pour();
};
/** Responds with 200, begins a body, and never ends it. */
export const trailingOff: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "text/plain" });
  response.write("so far");
};

export type WebhookReceiver = {
  url: string;
  received: ReceivedWebhook[];
  behave(behaviour: Behaviour): void;
  stop(): Promise<void>;
};

/** A merchant's webhook endpoint: a real HTTP server that records requests and fails as configured. */
export async function startWebhookReceiver(behaviour: Behaviour = answering(200)): Promise<WebhookReceiver> {
  let current = behaviour;
  const received: ReceivedWebhook[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    read(request).then(
      (webhook) => {
        const earlier = received.push(webhook) - 1;
        current(response, webhook, earlier);
      },
      () => response.destroy(),
    );
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    behave(next) {
      current = next;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function read(request: IncomingMessage): Promise<ReceivedWebhook> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}
