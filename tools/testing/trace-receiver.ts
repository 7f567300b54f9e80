import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** `service`: the resource's `service.name`. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
};

type Exported = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<ReceivedSpan, "service">[] }[];
  }[];
};

/** A receiver of OTLP/HTTP in JSON, as a collector has one: it records what is exported, as text and as spans. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  received = "";
  private readonly server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const exported = JSON.parse(body) as Exported;
      this.received += JSON.stringify(request.headers) + body;
      this.spans.push(...exported.resourceSpans.flatMap(spansOf));
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

function spansOf({ resource, scopeSpans }: Exported["resourceSpans"][number]): ReceivedSpan[] {
  const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
  return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
}
