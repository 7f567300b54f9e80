import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach } from "vitest";
import { createLogger } from "@/server/platform/log";
import { setRetryAfter } from "@/server/dashboard/auth/retry-after";
import { AnonymousGate } from "@/server/dashboard/http/anonymous-gate";
import { createFront } from "@/server/dashboard/http/front";
import { listen, type Listening } from "@/server/dashboard/http/listen";
import { SignInGate } from "@/server/dashboard/http/sign-in-gate";

/** Addresses whose action is that of another page. */
const FORWARDED: Record<string, string> = {
  "/of-another-page": "/login",
  "/payments/new?forwarded": "/refunds",
};

type TestFront = {
  server: Listening;
  base: string;
  isReady: boolean;
  publicUrl: URL | null;
  metricsToken: string | null;
  clientAddressHeader: string | null;
  counted: { endpoint: string; method: string; status: number }[];
  /** Headers, addresses and bodies of what reached Next. */
  seen: IncomingHttpHeaders[];
  urls: (string | undefined)[];
  bodies: string[];
  /** Lets Next answer /slow. */
  release: () => void;
  /** The whole response to these bytes. */
  raw(bytes: string): Promise<string>;
  /** Sends a body from a page of the dashboard. */
  post(path: string, body: RequestInit["body"], headers?: HeadersInit): Promise<Response>;
};

/** A new front before each test, with a double of Next behind it. A test may change its settings at any time. */
export function withFront(): TestFront {
  const front = {
    raw(bytes) {
      const socket = connect(front.server.port, "127.0.0.1");
      socket.end(bytes);
      return text(socket);
    },
    post: (path, body, headers = {}) =>
      fetch(front.base + path, {
        method: "POST",
        body: body ?? null,
        headers: { origin: front.base, ...headers },
        duplex: "half",
      } as RequestInit),
  } as TestFront;

  beforeEach(async () => {
    const held = new Promise<void>((resolve) => (front.release = resolve));
    Object.assign(front, { isReady: true, publicUrl: null, metricsToken: null, clientAddressHeader: null });
    Object.assign(front, { counted: [], seen: [], urls: [], bodies: [] });
    const handler = createFront({
      files: () => false,
      async next(request, response) {
        front.seen.push(request.headers);
        front.urls.push(request.url);
        if (request.method === "POST") front.bodies.push(await text(request));
        if (request.url === "/slow") await held;
        const forwardedTo = FORWARDED[request.url ?? ""];
        if (forwardedTo !== undefined) {
          // Like Next: all headers are forwarded.
          const own = new Set(["content-length", "connection", "transfer-encoding", "host"]);
          const headers = Object.entries(request.headers).filter(([name]) => !own.has(name));
          await fetch(`${front.base}${forwardedTo}`, {
            method: "POST",
            headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
          });
        }
        if (request.url === "/broken") throw new Error("secret detail");
        if (request.url === "/refused-for-now") setRetryAfter(59.2);
        response.end("page");
      },
      readiness: () =>
        Promise.resolve({ status: front.isReady ? ("ready" as const) : ("not ready" as const) }),
      metrics: {
        get token() {
          return front.metricsToken;
        },
        read: () => Promise.resolve({ contentType: "text/plain; version=0.0.4", text: "paydeck_up 1\n" }),
        requestAnswered: (answered) => front.counted.push(answered),
      },
      get publicUrl() {
        return front.publicUrl;
      },
      get clientAddressHeader() {
        return front.clientAddressHeader;
      },
      signInGate: new SignInGate({ now: () => new Date(0) }),
      anonymousGate: new AnonymousGate({
        atOnce: 2,
        pauseFactor: 3,
        longestPauseMs: 20,
        longestMs: 60_000,
        waiting: 3,
        waitingPerNetwork: 2,
      }),
      hasSession: (headers) => Promise.resolve(headers.cookie === "session"),
      logger: createLogger("test", "silent"),
    });
    front.server = await listen(handler, { host: "127.0.0.1", port: 0 });
    front.base = `http://127.0.0.1:${front.server.port}`;
  });
  afterEach(() => front.server.close());
  return front;
}
