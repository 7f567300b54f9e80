import type { ServerResponse } from "node:http";
import { type HttpRequest, type HttpServer, startHttpServer } from "../http-server";

type ReceivedChat = Pick<HttpRequest, "path" | "headers"> & { body: Record<string, unknown> };

/** What a chat does with a request. */
type ChatResponse =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Accepts the request and never responds. */
  | "hang"
  /** Accepts the request and closes the connection: the message has arrived, and its sender never learns so. */
  | "hang_up";

/** An incoming webhook of a chat: a real HTTP server on loopback that keeps what it receives. */
export class ChatReceiver {
  readonly received: ReceivedChat[] = [];
  /** The responses to the next requests, in order; then 200. */
  readonly responses: ChatResponse[] = [];
  /** The response to all others. */
  usually: ChatResponse = { status: 200, body: "ok" };
  private server: HttpServer | null = null;
  port = 0;

  constructor(private readonly host = "127.0.0.1") {}

  /** On the same port as before, if there was one. */
  async start(): Promise<this> {
    const { port, host } = this;
    this.server = await startHttpServer((request, response) => this.respond(request, response), {
      port,
      host,
    });
    this.port = this.server.port;
    return this;
  }

  async stop(): Promise<void> {
    await this.server?.close();
    this.server = null;
  }

  reset(): void {
    this.received.length = 0;
    this.responses.length = 0;
    this.usually = { status: 200, body: "ok" };
  }

  private respond({ path, headers, body }: HttpRequest, response: ServerResponse): void {
    this.received.push({ path, headers, body: JSON.parse(body) as Record<string, unknown> });
    const next = this.responses.shift() ?? this.usually;
    if (next === "hang") return;
    if (next === "hang_up") return void response.socket?.destroy();
    response.writeHead(next.status, next.headers).end(next.body ?? "");
  }
}
