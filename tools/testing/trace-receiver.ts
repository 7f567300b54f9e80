import { type HttpServer, startHttpServer } from "./http-server";

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
  private server: HttpServer | null = null;

  /** Returns its URL. */
  async start(): Promise<string> {
    this.server = await startHttpServer(({ headers, body }, response) => {
      const exported = JSON.parse(body) as Exported;
      this.received += JSON.stringify(headers) + body;
      this.spans.push(...exported.resourceSpans.flatMap(spansOf));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    return this.server.url;
  }

  stop(): void {
    void this.server?.close();
  }
}

function spansOf({ resource, scopeSpans }: Exported["resourceSpans"][number]): ReceivedSpan[] {
  const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
  return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
}
