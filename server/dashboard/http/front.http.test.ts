import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "@/server/platform/log";
import { isCrossSite } from "./cross-site";
import { createFront } from "./front";
import { CLIENT_NETWORK_HEADER } from "../auth/caller";
import { answerRetryAfter } from "../auth/retry-after";
import { listen, type Listening } from "./listen";
import { SignInGate } from "./sign-in-gate";

describe.each<[string, string, IncomingHttpHeaders, boolean]>([
  ["a GET from anywhere", "GET", { origin: "http://evil.example" }, false],
  ["a POST from our pages", "POST", { origin: "http://127.0.0.1:3000" }, false],
  ["a POST without Origin", "POST", {}, true],
  ["a POST without Origin that the browser vouches for", "POST", { "sec-fetch-site": "same-origin" }, false],
  ["a POST without Origin from a sister site", "POST", { "sec-fetch-site": "same-site" }, true],
  ["a POST from another site", "POST", { origin: "http://evil.example" }, true],
  ["a POST from another port", "POST", { origin: "http://127.0.0.1:4000" }, true],
  ["a POST from a sandboxed frame", "POST", { origin: "null" }, true],
  [
    "a forged fetch-site with another Origin",
    "POST",
    { origin: "http://evil.example", "sec-fetch-site": "same-origin" },
    true,
  ],
  ["a DELETE without Origin", "DELETE", {}, true],
])("%s", (_name, method, headers, expected) => {
  it(expected ? "is refused" : "passes", () => {
    expect(isCrossSite(method, headers, "127.0.0.1:3000")).toBe(expected);
  });
});

describe("what stands before Next", () => {
  let server: Listening;
  let base: string;
  let isReady = true;
  let seen: IncomingHttpHeaders[];
  let release: () => void;

  beforeEach(async () => {
    seen = [];
    const held = new Promise<void>((resolve) => (release = resolve));
    const front = createFront({
      files: () => false,
      async next(request, response) {
        seen.push(request.headers);
        if (request.url === "/slow") await held;
        if (request.url === "/broken") throw new Error("secret detail");
        if (request.url === "/refused-for-now") answerRetryAfter(59.2);
        response.end("page");
      },
      readiness: () => Promise.resolve({ status: isReady ? ("ready" as const) : ("not ready" as const) }),
      publicUrl: null,
      clientAddressHeader: null,
      signInGate: new SignInGate({ now: () => new Date(0) }),
      logger: createLogger("test", "silent"),
    });
    server = await listen(front, { host: "127.0.0.1", port: 0 });
    base = `http://127.0.0.1:${server.port}`;
  });
  afterEach(() => server.close());

  it("answers health itself, and is not ready without its database", async () => {
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    expect((await fetch(`${base}/readyz`)).status).toBe(200);
    isReady = false;
    expect((await fetch(`${base}/readyz`)).status).toBe(503);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    isReady = true;
    expect(seen).toEqual([]);
  });

  it("says itself which network a request comes from, whatever the request says", async () => {
    await fetch(`${base}/`, { headers: { [CLIENT_NETWORK_HEADER]: "203.0.113.0/24" } });
    expect(seen[0]?.[CLIENT_NETWORK_HEADER]).toBe("127.0.0.0/24");
  });

  it("answers 429 with Retry-After where an action behind it was refused for now", async () => {
    const refused = await fetch(`${base}/refused-for-now`);
    expect([refused.status, refused.headers.get("retry-after"), await refused.text()]).toEqual([
      429,
      "60",
      "page",
    ]);
    const next = await fetch(`${base}/`);
    expect([next.status, next.headers.get("retry-after")]).toEqual([200, null]);
  });

  it("lets few sign-ins through at once, and sends a page with its script back to its form", async () => {
    const send = (headers: Record<string, string> = {}) =>
      fetch(`${base}/login?from=%2Frefunds`, { method: "POST", headers: { origin: base, ...headers } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => send()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(await refused?.text()).toContain("Too many sign-ins");
    const byScript = await send({ "next-action": "x" });
    expect(byScript.headers.get("x-action-redirect")).toBe("/login?from=%2Frefunds&error=Busy;replace");
    expect((await fetch(`${base}/payments`)).status).toBe(200);
  });

  it.each(["X: y", "Host:"])("refuses an HTTP/1.0 request with %j, which names no host", async (header) => {
    const socket = connect(server.port, "127.0.0.1");
    socket.end(`GET /payments HTTP/1.0\r\n${header}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen).toEqual([]);
  });

  it("puts its headers on every answer, and lets nothing under /api load or run anything", async () => {
    const common = { "x-content-type-options": "nosniff", "x-frame-options": "DENY" };
    for (const path of ["/healthz", "/payments", "/%E0%A4%A", "/broken", "/api/refunds/1"]) {
      expect(Object.fromEntries((await fetch(base + path)).headers), path).toMatchObject(common);
    }
    const policyOf = async (path: string): Promise<string | null> =>
      (await fetch(base + path)).headers.get("content-security-policy");
    expect(await policyOf("/api/refunds/1")).toContain("default-src 'none'");
    expect(await policyOf("/payments")).toBeNull();
  });

  it("lets no cross-site request through to Next (failure 34)", async () => {
    const refused = await fetch(`${base}/payments`, { method: "POST", body: "x" });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([403, "text/plain; charset=utf-8"]);
    expect(seen).toEqual([]);
    expect(
      (await fetch(`${base}/payments`, { method: "POST", body: "x", headers: { origin: base } })).status,
    ).toBe(200);
  });

  it("refuses a form that Next would answer with 500 for its size, and leaves handlers their own bounds", async () => {
    const send = (path: string, bytes: number): Promise<Response> =>
      fetch(base + path, { method: "POST", body: "x".repeat(bytes), headers: { origin: base } });
    expect((await send("/payments", 64 * 1024)).status).toBe(200);
    expect((await send("/api/bulk", 64 * 1024 + 1)).status).toBe(200);
    expect((await send("/payments", 64 * 1024 + 1)).status).toBe(413);
    expect(seen).toHaveLength(2);
  });

  it("believes no forwarded header and no request id from outside", async () => {
    await fetch(base, {
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-for": "1.2.3.4", "x-request-id": "mine" },
    });
    expect(seen[0]).toMatchObject({ "x-forwarded-host": new URL(base).host, "x-forwarded-proto": "http" });
    expect(seen[0]?.["x-forwarded-for"]).toBeUndefined();
    expect(seen[0]?.["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("tells nothing of an error", async () => {
    const response = await fetch(`${base}/broken`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
  });

  it("finishes what is in flight before it closes, and takes nothing new", async () => {
    const slow = fetch(`${base}/slow`);
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closing = server.close();
    await expect(fetch(base)).rejects.toThrow();
    release();
    expect(await (await slow).text()).toBe("page");
    await closing;
  });

  it("a port in use is told with its number", async () => {
    const again = listen(() => undefined, { host: "127.0.0.1", port: server.port });
    await expect(again).rejects.toMatchObject({ code: "EADDRINUSE", port: server.port });
  });
});
