import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

type ReceivedChat = {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
};

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
  private readonly sockets = new Set<Socket>();
  private server: ReturnType<typeof createServer> | null = null;
  port = 0;

  constructor(private readonly host = "127.0.0.1") {}

  /** On the same port as before, if there was one. */
  async start(): Promise<this> {
    const server = createServer((request, response) => void this.respond(request, response));
    server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.port, this.host, resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  reset(): void {
    this.received.length = 0;
    this.responses.length = 0;
    this.usually = { status: 200, body: "ok" };
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
    this.received.push({ path: request.url ?? "", headers: request.headers, body });
    const next = this.responses.shift() ?? this.usually;
    if (next === "hang") return;
    if (next === "hang_up") return void response.socket?.destroy();
    response.writeHead(next.status, next.headers).end(next.body ?? "");
  }
}
