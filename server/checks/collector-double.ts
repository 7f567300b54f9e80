import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Span = { traceId: string; name: string };

/** A double of an OpenTelemetry collector: it records what it receives, as text and as spans. */
export class CollectorDouble {
  readonly spans: Span[] = [];
  received = "";
  private readonly server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      this.received += JSON.stringify(request.headers) + body;
      this.spans.push(
        ...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      );
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });

  /** Returns its URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
