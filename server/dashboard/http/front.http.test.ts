import { describe, expect, it } from "vitest";
import { CLIENT_NETWORK_HEADER } from "../auth/caller";
import { listen } from "./listen";
import { withFront } from "@/tools/testing/dashboard/front";

describe("what must not depend on Next is answered before it, and nothing unchecked reaches it", () => {
  const front = withFront();

  it("shows its metrics only to this machine and to a token, also while somebody is signed in", async () => {
    const signedIn = { cookie: "session" };
    expect((await fetch(`${front.base}/metrics`)).status).toBe(200);
    for (const mark of ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"]) {
      const forwarded = await fetch(`${front.base}/metrics`, {
        headers: { ...signedIn, [mark]: "192.0.2.1" },
      });
      expect([mark, forwarded.status, await forwarded.text()]).toEqual([
        mark,
        404,
        "There is nothing at this address.\n",
      ]);
    }
    // A name that a stranger's page lets resolve to this machine.
    expect(await front.raw("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 404 /,
    );
    front.metricsToken = "a_token_of_the_operator";
    const refused = await fetch(`${front.base}/metrics`, { headers: signedIn });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const headers = { authorization: `Bearer ${front.metricsToken}`, "x-forwarded-for": "192.0.2.1" };
    const shown = await fetch(`${front.base}/metrics`, { headers });
    expect([shown.status, await shown.text()]).toEqual([200, "paydeck_up 1\n"]);
    expect(front.seen).toEqual([]);
  });

  it("counts requests by route, never by address: an invitation's is a secret", async () => {
    await fetch(`${front.base}/invitation/a-secret`, { headers: { cookie: "session" } });
    await fetch(`${front.base}/broken`, { headers: { cookie: "session" } });
    await expect
      .poll(() => front.counted.map(({ endpoint, method, status }) => [endpoint, method, status]))
      .toEqual([
        ["/invitation/:token", "GET", 200],
        ["unknown", "GET", 500],
      ]);
  });

  it("answers health itself, and is not ready without its database", async () => {
    expect((await fetch(`${front.base}/healthz`)).status).toBe(200);
    expect((await fetch(`${front.base}/readyz`)).status).toBe(200);
    front.isReady = false;
    expect((await fetch(`${front.base}/readyz`)).status).toBe(503);
    expect((await fetch(`${front.base}/healthz`)).status).toBe(200);
    front.isReady = true;
    expect(front.seen).toEqual([]);
  });

  it("says itself which network a request comes from, whatever the request says", async () => {
    await fetch(`${front.base}/`, { headers: { [CLIENT_NETWORK_HEADER]: "203.0.113.0/24" } });
    expect(front.seen[0]?.[CLIENT_NETWORK_HEADER]).toBe("127.0.0.0/24");
  });

  it("takes an action that Next forwards for one of its sender's network, and believes nobody else", async () => {
    front.clientAddressHeader = "x-forwarded-for";
    const sent = { "x-forwarded-for": "203.0.113.7", "x-paydeck-forwarded": "1" };
    await front.post("/of-another-page", "", { ...sent, [CLIENT_NETWORK_HEADER]: "198.51.100.0/24" });
    expect(front.seen.map((headers) => headers[CLIENT_NETWORK_HEADER])).toEqual([
      "203.0.113.0/24",
      "203.0.113.0/24",
    ]);
  });

  it("shows sign-in in no document of another page, for signed-in people neither", async () => {
    const within = { headers: { rsc: "1", cookie: "session" } };
    for (const path of ["/login", "/login/", "/log%69n", "/login?from=%2Fa%2Fshop%2Fpayments&_rsc=1"]) {
      const response = await fetch(`${front.base}${path}`, within);
      expect([path, response.status, response.headers.get("content-type"), await response.text()]).toEqual([
        path,
        204,
        null,
        "",
      ]);
    }
    expect(front.seen).toEqual([]);
    for (const path of ["/payments", "/login/second-factor"]) await fetch(`${front.base}${path}`, within);
    await fetch(`${front.base}/login`, { headers: { cookie: "session" } });
    expect(front.urls).toEqual(["/payments", "/login/second-factor", "/login"]);
  });

  it("answers 429 with Retry-After where an action behind it was refused for now", async () => {
    const refused = await fetch(`${front.base}/refused-for-now`);
    expect([refused.status, refused.headers.get("retry-after"), await refused.text()]).toEqual([
      429,
      "60",
      "page",
    ]);
    const next = await fetch(`${front.base}/`);
    expect([next.status, next.headers.get("retry-after")]).toEqual([200, null]);
  });

  it("lets few sign-ins through at once, and sends a page with its script back to its form", async () => {
    const send = (headers: Record<string, string> = {}) =>
      fetch(`${front.base}/login?from=%2Frefunds`, {
        method: "POST",
        headers: { origin: front.base, ...headers },
      });
    const responses = await Promise.all(Array.from({ length: 40 }, () => send()));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(8);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(await refused?.text()).toContain("Too many sign-ins");
    const byScript = await front.post("/login?from=%2Frefunds", "[]", { "next-action": "x" });
    expect(byScript.headers.get("x-action-redirect")).toBe("/login?from=%2Frefunds&error=Busy;replace");
    expect((await fetch(`${front.base}/payments`)).status).toBe(200);
  });

  it("puts its headers on every answer, and lets nothing under /api load or run anything", async () => {
    const common = { "x-content-type-options": "nosniff", "x-frame-options": "DENY" };
    for (const path of ["/healthz", "/payments", "/%E0%A4%A", "/broken", "/api/refunds/1"]) {
      expect(Object.fromEntries((await fetch(front.base + path)).headers), path).toMatchObject(common);
    }
    const policyOf = async (path: string): Promise<string | null> =>
      (await fetch(front.base + path)).headers.get("content-security-policy");
    expect(await policyOf("/api/refunds/1")).toContain("default-src 'none'");
    expect(await policyOf("/payments")).toBeNull();
    expect((await fetch(`${front.base}/api/refunds/1`)).headers.get("cache-control")).toBe("no-store");
  });

  it("lets no cross-site request through to Next (failure 34)", async () => {
    const refused = await fetch(`${front.base}/payments`, { method: "POST", body: "x" });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([403, "text/plain; charset=utf-8"]);
    expect(front.seen).toEqual([]);
    expect(
      (await fetch(`${front.base}/payments`, { method: "POST", body: "x", headers: { origin: front.base } }))
        .status,
    ).toBe(200);
  });

  it("says that its address is missing, where only the scheme of a page is another", async () => {
    const response = await front.post("/login", "x", { origin: front.base.replace("http:", "https:") });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("NEXTAUTH_URL");
  });

  it("behind https, takes no page that was served by http, and has browsers stay with https", async () => {
    front.publicUrl = new URL("https://pay.example");
    const secure = await front.post("/login", "x", { origin: "https://pay.example" });
    expect([secure.status, secure.headers.get("strict-transport-security")]).toEqual([
      200,
      "max-age=31536000",
    ]);
    const plain = await front.post("/login", "x", { origin: "http://pay.example" });
    expect([plain.status, plain.headers.get("strict-transport-security")]).toEqual([403, "max-age=31536000"]);
    front.publicUrl = null;
    expect((await fetch(`${front.base}/healthz`)).headers.get("strict-transport-security")).toBeNull();
  });

  it("believes no forwarded header and no request id from outside", async () => {
    await fetch(front.base, {
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-for": "1.2.3.4", "x-request-id": "mine" },
    });
    expect(front.seen[0]).toMatchObject({
      "x-forwarded-host": new URL(front.base).host,
      "x-forwarded-proto": "http",
    });
    expect(front.seen[0]?.["x-forwarded-for"]).toBeUndefined();
    expect(front.seen[0]?.["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("tells nothing of an error", async () => {
    const response = await fetch(`${front.base}/broken`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
  });

  it("finishes what is in flight before it closes, and takes nothing new", async () => {
    const slow = fetch(`${front.base}/slow`);
    while (front.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closing = front.server.close();
    await expect(fetch(front.base)).rejects.toThrow();
    front.release();
    expect(await (await slow).text()).toBe("page");
    await closing;
  });

  it("a process that is about to stop answers, and closes each connection", async () => {
    const server = await listen((_, response) => void response.end(), { host: "127.0.0.1", port: 0 });
    const connection = async (): Promise<string | null> =>
      (await fetch(`http://127.0.0.1:${server.port}/`)).headers.get("connection");
    expect(await connection()).toBe("keep-alive");
    server.drain();
    expect(await connection()).toBe("close");
    await server.close();
  });

  it("a port in use is reported with its number", async () => {
    const again = listen(() => undefined, { host: "127.0.0.1", port: front.server.port });
    await expect(again).rejects.toMatchObject({ code: "EADDRINUSE", port: front.server.port });
  });
});
