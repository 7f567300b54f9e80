import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { InboundNotification } from "@/server/routing/gateway/port";
import { startHttpServer } from "../http-server";

/** An injected failure of a vendor's double. */
export type VendorFault =
  /** Never responds and does nothing. */
  | { kind: "hang" }
  /** Performs the request and never responds. */
  | { kind: "hang_after_effect" }
  /** Performs the request and closes the connection without a response. */
  | { kind: "lose_response" }
  /** Performs the request and closes the connection in the middle of the response. */
  | { kind: "cut" }
  /** A proxy's HTML page as the response; does nothing. */
  | { kind: "garbage" }
  /** A JSON response with status 200 that is not the vendor's; does nothing. */
  | { kind: "foreign_json" }
  /** One character now and then, so that no idle timeout is ever reached; does nothing. */
  | { kind: "trickle" }
  /** The vendor's own error response; does nothing. */
  | { kind: "error"; status: number; body: object };

export type VendorRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};
export type VendorResponse = { status: number; body: object | string };

type PlannedFault = { method: string; path: RegExp; fault: VendorFault; remaining: number };

export type VendorServer = {
  url: string;
  /** Every request so far, in order, as received over HTTP. */
  requests: VendorRequest[];
  /** Injects the fault into the next `times` requests of this kind; the returned function ends it earlier. */
  misbehave(method: "GET" | "POST" | "PATCH", path: RegExp, fault: VendorFault, times?: number): () => void;
  close(): Promise<void>;
};

/** The HTTP server shared by the vendors' doubles: it listens on this machine, records requests, and injects faults. */
export async function startVendorServer(
  respond: (request: VendorRequest) => VendorResponse | Promise<VendorResponse>,
): Promise<VendorServer> {
  const requests: VendorRequest[] = [];
  const faults: PlannedFault[] = [];

  const takeFault = (request: VendorRequest): VendorFault | null => {
    const planned = faults.find(
      ({ method, path, remaining }) => remaining > 0 && method === request.method && path.test(request.path),
    );
    if (planned === undefined) return null;
    planned.remaining -= 1;
    return planned.fault;
  };

  const server = await startHttpServer(async ({ path, ...received }, response) => {
    const url = new URL(path, "http://vendor");
    const request: VendorRequest = { ...received, path: url.pathname, query: url.searchParams };
    requests.push(request);
    const fault = takeFault(request);
    if (fault === null) send(response, await respond(request));
    else await misbehaveNow(response, fault, () => respond(request));
  });

  return {
    url: server.url,
    requests,
    misbehave(method, path, fault, times = 1) {
      const planned = { method, path, fault, remaining: times };
      faults.push(planned);
      return () => {
        planned.remaining = 0;
      };
    },
    close: () => server.close(),
  };
}

/** Posts a notification as the vendor does; resolves to the status of the response. */
export async function postNotification(
  url: string,
  { rawBody, headers }: InboundNotification,
): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: headers as Record<string, string>,
    body: rawBody.toString("utf8"),
  });
  await response.arrayBuffer();
  return response.status;
}

/** What a double keeps under an id; throws for one that it has not. */
export function held<T>(map: ReadonlyMap<string, T>, id: string): T {
  const found = map.get(id);
  if (found === undefined) throw new Error(`the double has no ${id}`);
  return found;
}

async function misbehaveNow(
  response: ServerResponse,
  fault: VendorFault,
  effect: () => VendorResponse | Promise<VendorResponse>,
): Promise<void> {
  switch (fault.kind) {
    case "hang":
      return;
    case "hang_after_effect":
      await effect();
      return;
    case "lose_response":
      await effect();
      response.destroy();
      return;
    case "cut": {
      const text = JSON.stringify((await effect()).body);
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": text.length });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    }
    case "garbage":
      response.writeHead(200, { "Content-Type": "text/html" }).end("<html>Bad gateway</html>");
      return;
    case "foreign_json":
      send(response, { status: 200, body: { status: "paid", id: 7 } });
      return;
    case "trickle": {
      response.writeHead(200, { "Content-Type": "application/json" });
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
      return;
    }
    case "error":
      send(response, { status: fault.status, body: fault.body });
  }
}

function send(response: ServerResponse, { status, body }: VendorResponse): void {
  const isText = typeof body === "string";
  response
    .writeHead(status, { "Content-Type": isText ? "text/html; charset=utf-8" : "application/json" })
    .end(isText ? body : JSON.stringify(body));
}
