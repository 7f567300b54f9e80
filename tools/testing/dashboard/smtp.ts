import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type Received = { from: string; to: string[]; raw: string };

/** A real SMTP server on loopback that keeps what it accepts. */
export class TestSmtp {
  readonly received: Received[] = [];
  /** What the next messages are answered with, in order; accepted when there is none. */
  readonly responses: ("accept" | "accept_and_hang_up" | { code: number; text: string })[] = [];
  /** Refuses every recipient with this, when set. */
  refusesRecipients: { code: number; text: string } | null = null;
  private server: SMTPServer | null = null;
  port = 0;

  constructor(
    private readonly options: SMTPServerOptions = {},
    private readonly host = "127.0.0.1",
  ) {}

  get url(): string {
    return `smtp://${this.host}:${String(this.port)}`;
  }

  /** On the same port as before, if there was one. */
  async start(): Promise<this> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      ...this.options,
      onRcptTo: (_address, _session, done) => done(failure(this.refusesRecipients)),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const response = this.responses.shift() ?? "accept";
          if (typeof response === "object") return done(failure(response));
          this.received.push({
            from: session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address,
            to: session.envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString("utf8"),
          });
          if (response === "accept") return done();
          // The message is accepted, and its sender never learns so.
          for (const connection of server.connections) (connection as Connection)._socket.destroy();
        });
      },
    });
    server.on("error", () => undefined);
    server.listen(this.port, this.host);
    await once(server.server, "listening");
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
    return this;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  reset(): void {
    this.received.length = 0;
    this.responses.length = 0;
    this.refusesRecipients = null;
  }
}

type Connection = { _socket: { destroy(): void } };

function failure(response: { code: number; text: string } | null): Error | null {
  return response === null ? null : Object.assign(new Error(response.text), { responseCode: response.code });
}

/** A header of a message, unfolded and decoded as far as it is encoded in UTF-8. */
export function headerOf({ raw }: Received, name: string): string | undefined {
  const [head = ""] = raw.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return line
    ?.slice(name.length + 2)
    .replace(/\?= =\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString("utf8")
        : decodeURIComponent(text.replaceAll("_", " ").replaceAll("=", "%")),
    );
}
