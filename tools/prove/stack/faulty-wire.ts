import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The injected failure of one call. `cut_request`: the connection closes before the service receives it. All others
 * happen after the service has performed the call: `cut_response` closes the connection instead of responding,
 * `half_open` sends nothing more, `late` responds after the client's timeout, the rest send another response.
 */
export const WIRE_FAULTS = [
  "cut_request",
  "cut_response",
  "half_open",
  "late",
  "html_502",
  "empty",
  "truncated",
  "wrong_shape",
] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

/** One call as seen on the wire. `reached`: whether it was forwarded to the service. */
export type WireCall = {
  path: string;
  key: string | null;
  body: string;
  fault: WireFault | null;
  reached: boolean;
};

export type FaultyWire = { url: string; calls: readonly WireCall[]; close(): Promise<void> };

type FaultyWireOptions = {
  /** Called for every call; null lets it pass. */
  faultOf: (call: { path: string; key: string | null }) => WireFault | null;
  /** Longer than the client's timeout. */
  lateMs?: number;
  /** Changes the service's responses, for example to imitate a service with fewer features. */
  rewrite?: (path: string, body: string) => string;
};

const HTML = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>";
const OTHER_SHAPE = JSON.stringify({ ok: true, result: { id: 1 } });

/** A proxy in front of a service that injects failures into chosen calls, as they happen between two machines. */
export async function openFaultyWire(target: string, options: FaultyWireOptions): Promise<FaultyWire> {
  const calls: WireCall[] = [];
  const { faultOf, lateMs = 0, rewrite = (_path: string, body: string) => body } = options;

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await textOf(incoming);
    const path = incoming.url ?? "/";
    const key = incoming.headers["idempotency-key"];
    const request = { path, key: typeof key === "string" ? key : null };
    const fault = faultOf(request);
    const call: WireCall = { ...request, body, fault, reached: fault !== "cut_request" };
    calls.push(call);
    if (fault === "cut_request") return void incoming.socket.destroy();
    const response = await handOn(target, incoming, body).catch(() => null);
    if (response === null) {
      call.reached = false;
      return void outgoing.destroy();
    }
    spoil(outgoing, { ...response, body: rewrite(path, response.body) }, fault, lateMs);
  }

  const server = createServer((incoming, outgoing) => {
    incoming.on("error", () => outgoing.destroy());
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type WireResponse = { status: number; contentType: string; retryAfter: string | undefined; body: string };

function handOn(target: string, incoming: IncomingMessage, body: string): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const onward = httpRequest(
      target + (incoming.url ?? "/"),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(target).host } },
      (response) => {
        textOf(response).then((text) => {
          const { "content-type": contentType = "application/json", "retry-after": retryAfter } =
            response.headers;
          resolve({ status: response.statusCode ?? 502, contentType, retryAfter, body: text });
        }, reject);
      },
    );
    onward.on("error", reject);
    onward.end(body);
  });
}

function spoil(
  outgoing: ServerResponse,
  response: WireResponse,
  fault: Exclude<WireFault, "cut_request"> | null,
  lateMs: number,
): void {
  const { status, body, contentType, retryAfter } = response;
  const whole = (): void => {
    outgoing.writeHead(status, {
      "content-type": contentType,
      "content-length": Buffer.byteLength(body),
      ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }),
    });
    outgoing.end(body);
  };
  switch (fault) {
    case null:
      return whole();
    case "late":
      return void setTimeout(whole, lateMs).unref();
    case "half_open":
      return;
    case "cut_response":
      return void outgoing.destroy();
    case "html_502":
      return void outgoing.writeHead(502, { "content-type": "text/html" }).end(HTML);
    case "empty":
      return void outgoing.writeHead(status, { "content-type": "application/json" }).end();
    case "truncated":
      outgoing.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      });
      return void outgoing.write(body.slice(0, body.length / 2), () => outgoing.destroy());
    case "wrong_shape":
      return void outgoing.writeHead(status, { "content-type": "application/json" }).end(OTHER_SHAPE);
  }
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
