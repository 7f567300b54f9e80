import type { ServerResponse } from "node:http";
import { startHttpServer } from "../http-server";

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
  const server = await startHttpServer(({ headers, ...request }, response) => {
    const names = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const webhook: ReceivedWebhook = { ...request, headers: Object.fromEntries(names) };
    const earlier = received.push(webhook) - 1;
    current(response, webhook, earlier);
  });
  return {
    url: `${server.url}/webhooks`,
    received,
    behave(next) {
      current = next;
    },
    stop: () => server.close(),
  };
}
