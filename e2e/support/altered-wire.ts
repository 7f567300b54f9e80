import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { createPaydeckClient, type PaydeckClient } from "../../lib/client";
import { E2E } from "../../tools/testing/e2e-stack";

type Alteration =
  /** Answered here, without the service. */
  | { kind: "answer"; status: number; body: unknown }
  /** The service carries it out; its response is lost. */
  | { kind: "lose" };

export type AlteredWire = {
  url: string;
  /** Applies to later calls of this path. */
  alter(path: string, how: Alteration): void;
  /** Removes all. */
  reset(): void;
  close(): Promise<void>;
};

/** A connection to the real service on which chosen operations fail, or are answered by the test. */
export async function openAlteredWire(): Promise<AlteredWire> {
  const alterations = new Map<string, Alteration>();
  const server = createServer((incoming, outgoing) => {
    const how = alterations.get(incoming.url ?? "");
    if (how?.kind === "answer") {
      incoming.resume();
      outgoing.writeHead(how.status, { "content-type": "application/json" });
      outgoing.end(JSON.stringify(how.body));
      return;
    }
    const headers = { ...incoming.headers, host: new URL(E2E.routingUrl).host };
    const onward = httpRequest(
      E2E.routingUrl + (incoming.url ?? "/"),
      { method: incoming.method, headers },
      (response) => {
        if (how?.kind === "lose") {
          response.resume();
          response.on("end", () => outgoing.destroy());
          return;
        }
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alter: (path, how) => alterations.set(path, how),
    reset: () => alterations.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The ops extension, as a merchant's own tools call it. */
export const opsClient: PaydeckClient = createPaydeckClient({
  baseUrl: E2E.routingUrl,
  apiKey: E2E.apiKey,
  salt: E2E.apiSalt,
});
