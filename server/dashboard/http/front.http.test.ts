import type { IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ACCOUNT_HEADER } from "@/lib/accounts/address";
import { MAX_BULK_BYTES } from "@/lib/bulk";
import { createLogger } from "@/server/platform/log";
import { AnonymousGate } from "./anonymous-gate";
import { createFront } from "./front";
import { CLIENT_NETWORK_HEADER } from "../auth/caller";
import { answerRetryAfter } from "../auth/retry-after";
import { listen, type Listening } from "./listen";
import { SignInGate } from "./sign-in-gate";

/** Addresses whose action is that of another page. */
const FORWARDED: Record<string, string> = {
  "/of-another-page": "/login",
  "/payments/new?forwarded": "/refunds",
};

describe("the checks before Next", () => {
  let server: Listening;
  let base: string;
  let isReady = true;
  let publicUrl: URL | null;
  let metricsToken: string | null;
  let counted: { endpoint: string; method: string; status: number }[];
  let clientAddressHeader: string | null;
  let seen: IncomingHttpHeaders[];
  let urls: (string | undefined)[];
  let bodies: string[];
  let release: () => void;

  beforeEach(async () => {
    seen = [];
    urls = [];
    bodies = [];
    publicUrl = null;
    metricsToken = null;
    counted = [];
    clientAddressHeader = null;
    const held = new Promise<void>((resolve) => (release = resolve));
    const front = createFront({
      files: () => false,
      async next(request, response) {
        seen.push(request.headers);
        urls.push(request.url);
        if (request.method === "POST") bodies.push(await text(request));
        if (request.url === "/slow") await held;
        const forwardedTo = FORWARDED[request.url ?? ""];
        if (forwardedTo !== undefined) {
          // Like Next: all headers are forwarded.
          const own = new Set(["content-length", "connection", "transfer-encoding", "host"]);
          const headers = Object.entries(request.headers).filter(([name]) => !own.has(name));
          await fetch(`${base}${forwardedTo}`, {
            method: "POST",
            headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
          });
        }
        if (request.url === "/broken") throw new Error("secret detail");
        if (request.url === "/refused-for-now") answerRetryAfter(59.2);
        response.end("page");
      },
      readiness: () => Promise.resolve({ status: isReady ? ("ready" as const) : ("not ready" as const) }),
      metrics: {
        get token() {
          return metricsToken;
        },
        read: () => Promise.resolve({ contentType: "text/plain; version=0.0.4", text: "paydeck_up 1\n" }),
        requestAnswered: (answered) => counted.push(answered),
      },
      get publicUrl() {
        return publicUrl;
      },
      get clientAddressHeader() {
        return clientAddressHeader;
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
    server = await listen(front, { host: "127.0.0.1", port: 0 });
    base = `http://127.0.0.1:${server.port}`;
  });
  afterEach(() => server.close());

  /** The whole response to these bytes. */
  const raw = (bytes: string): Promise<string> => {
    const socket = connect(server.port, "127.0.0.1");
    socket.end(bytes);
    return text(socket);
  };

  it("shows its metrics only to this machine and to a token, also while somebody is signed in", async () => {
    const signedIn = { cookie: "session" };
    expect((await fetch(`${base}/metrics`)).status).toBe(200);
    for (const mark of ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"]) {
      const forwarded = await fetch(`${base}/metrics`, { headers: { ...signedIn, [mark]: "192.0.2.1" } });
      expect([mark, forwarded.status, await forwarded.text()]).toEqual([
        mark,
        404,
        "There is nothing at this address.\n",
      ]);
    }
    // A name that a stranger's page lets resolve to this machine.
    expect(await raw("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n")).toMatch(/^HTTP\/1\.1 404 /);
    metricsToken = "a_token_of_the_operator";
    const refused = await fetch(`${base}/metrics`, { headers: signedIn });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const headers = { authorization: `Bearer ${metricsToken}`, "x-forwarded-for": "192.0.2.1" };
    const shown = await fetch(`${base}/metrics`, { headers });
    expect([shown.status, await shown.text()]).toEqual([200, "paydeck_up 1\n"]);
    expect(seen).toEqual([]);
  });

  it("counts requests by route, never by address: an invitation's is a secret", async () => {
    await fetch(`${base}/invitation/a-secret`, { headers: { cookie: "session" } });
    await fetch(`${base}/broken`, { headers: { cookie: "session" } });
    await expect
      .poll(() => counted.map(({ endpoint, method, status }) => [endpoint, method, status]))
      .toEqual([
        ["/invitation/:token", "GET", 200],
        ["unknown", "GET", 500],
      ]);
  });

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

  it("takes an action that Next forwards for one of its sender's network, and believes nobody else", async () => {
    clientAddressHeader = "x-forwarded-for";
    const sent = { "x-forwarded-for": "203.0.113.7", "x-paydeck-forwarded": "1" };
    await post("/of-another-page", "", { ...sent, [CLIENT_NETWORK_HEADER]: "198.51.100.0/24" });
    expect(seen.map((headers) => headers[CLIENT_NETWORK_HEADER])).toEqual([
      "203.0.113.0/24",
      "203.0.113.0/24",
    ]);
  });

  it("shows sign-in in no document of another page, for signed-in people neither", async () => {
    const within = { headers: { rsc: "1", cookie: "session" } };
    for (const path of ["/login", "/login/", "/log%69n", "/login?from=%2Fa%2Fshop%2Fpayments&_rsc=1"]) {
      const answer = await fetch(`${base}${path}`, within);
      expect([path, answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
        path,
        204,
        null,
        "",
      ]);
    }
    expect(seen).toEqual([]);
    for (const path of ["/payments", "/login/second-factor"]) await fetch(`${base}${path}`, within);
    await fetch(`${base}/login`, { headers: { cookie: "session" } });
    expect(urls).toEqual(["/payments", "/login/second-factor", "/login"]);
  });

  it("takes the account out of an address, and no account from anywhere else", async () => {
    const sent = { headers: { [ACCOUNT_HEADER]: "mall", cookie: "session" } };
    const answers = [];
    for (const path of [
      "/a/shop",
      "/a/shop/payments/TXN1?reference=a//b",
      "/payments",
      "/a/shop/login",
      "/a/Shop/payments",
    ])
      answers.push((await fetch(`${base}${path}`, sent)).headers.get("x-nextjs-rewritten-path"));
    expect(urls).toEqual([
      "/",
      "/payments/TXN1?reference=a//b",
      "/payments",
      "/a/shop/login",
      "/a/Shop/payments",
    ]);
    expect(seen.map((headers) => headers[ACCOUNT_HEADER])).toEqual([
      "shop",
      "shop",
      undefined,
      undefined,
      undefined,
    ]);
    expect(answers).toEqual(["/", "/payments/TXN1", null, null, null]);
    expect(counted.map(({ endpoint }) => endpoint)).toContain("/payments/:transactionId");
  });

  it("keeps the account of an action that Next forwards without the prefix, and of no other request", async () => {
    const post = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${base}${path}`, { method: "POST", headers: { origin: base, cookie: "session", ...headers } });
    await post("/a/shop/payments/new?forwarded");
    await post("/payments/new?forwarded", { [ACCOUNT_HEADER]: "mall" });
    expect(urls).toEqual(["/payments/new?forwarded", "/refunds", "/payments/new?forwarded", "/refunds"]);
    expect(seen.map((headers) => headers[ACCOUNT_HEADER])).toEqual(["shop", "shop", undefined, undefined]);
  });

  it.each(["/a/shop/healthz", "/a/shop/metrics", "/a/shop/readyz"])(
    "answers %s as any address that does not exist",
    async (path) => {
      await fetch(`${base}${path}`, { headers: { cookie: "session" } });
      expect(urls).toEqual([path]);
    },
  );

  it("lets as few sign-ins and as large bodies through behind a prefix as without it", async () => {
    const post = (path: string, body = "") =>
      fetch(`${base}${path}`, { method: "POST", body, headers: { origin: base, cookie: "session" } });
    // Not taken as sign-in by Next either: the prefix stays, and no page is there.
    await post("/a/shop/login");
    expect(urls).toEqual(["/a/shop/login"]);
    expect((await post("/a/shop/payments", "a".repeat(64 * 1024 + 1))).status).toBe(413);
    expect((await post("/a/shop/api/notes", "a".repeat(64 * 1024 + 1))).status).toBe(413);
    expect((await post("/a/shop/api/bulk", "a".repeat(64 * 1024 + 1))).status).toBe(200);
    const strange = await fetch(`${base}/a/shop/payments`, {
      method: "POST",
      body: "a",
      headers: { origin: "https://evil.example", cookie: "session" },
    });
    expect(strange.status).toBe(403);
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
    const byScript = await post("/login?from=%2Frefunds", "[]", { "next-action": "x" });
    expect(byScript.headers.get("x-action-redirect")).toBe("/login?from=%2Frefunds&error=Busy;replace");
    expect((await fetch(`${base}/payments`)).status).toBe(200);
  });

  it.each(["X: y", "Host:"])("refuses an HTTP/1.0 request with %j, which names no host", async (header) => {
    expect(await raw(`GET /payments HTTP/1.0\r\n${header}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
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

  const post = (path: string, body: RequestInit["body"], headers: HeadersInit = {}): Promise<Response> =>
    fetch(base + path, {
      method: "POST",
      body: body ?? null,
      headers: { origin: base, ...headers },
      duplex: "half",
    } as RequestInit);
  /** Chunked, so that the length is not declared. */
  const chunked = (bytes: number): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(controller) {
        for (let left = bytes; left > 0; left -= 4_096) {
          controller.enqueue(new Uint8Array(Math.min(left, 4_096)).fill(0x26));
        }
        controller.close();
      },
    });

  describe.each([
    ["a sign-in", "/api/auth/callback/credentials", 16],
    ["an action", "/payments", 64],
    ["a handler", "/api/refunds/1", 64],
    ["an address of the sign-in written otherwise", "/api/%61uth/callback/credentials", 64],
    ["what looks like the import", "/api/bulk/", 64],
  ])("%s", (_name, path, kib) => {
    it(`is read up to ${kib} KiB`, async () => {
      expect((await post(path, "&".repeat(kib * 1024))).status).toBe(200);
      expect((await post(path, chunked(kib * 1024))).status).toBe(200);
      expect(bodies.map((body) => body.length)).toEqual([kib * 1024, kib * 1024]);
    });

    it("is refused beyond it before Next hears of it, also when sent in chunks, and the connection is closed", async () => {
      for (const body of ["&".repeat(kib * 1024 + 1), chunked(kib * 1024 + 1), chunked(600_000)]) {
        const answer = await post(path, body);
        expect([answer.status, answer.headers.get("connection")]).toEqual([413, "close"]);
        expect(await answer.text()).toContain(`${kib} KiB`);
      }
      expect(seen).toEqual([]);
    });
  });

  it("closes on a sender who goes on after the refusal", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(
      `POST /login HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nOrigin: ${base}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
    const sendOn = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", sendOn);
    sendOn();
    await closed;
    expect(seen).toEqual([]);
  });

  it("lets the import alone be as large as its own limit, and read by its handler", async () => {
    expect((await post("/api/bulk?kind=refund", "x".repeat(MAX_BULK_BYTES))).status).toBe(200);
    expect((await post("/api/bulk?kind=refund", "x".repeat(MAX_BULK_BYTES + 1))).status).toBe(413);
    expect(bodies.map((body) => body.length)).toEqual([MAX_BULK_BYTES]);
  });

  it("hands an empty body on that was sent in chunks", async () => {
    expect((await post("/payments", chunked(0))).status).toBe(200);
    expect(bodies).toEqual([""]);
  });

  it.each([
    ["in JSON", "text/plain;charset=UTF-8", '["$1"]'],
    ["as a function", "text/plain;charset=UTF-8", '["$F1"]'],
    ["as a form that is none", "multipart/form-data; boundary=b", "x"],
    ["as nothing", "text/plain;charset=UTF-8", ""],
  ])("refuses arguments of an action that cannot be read: %s", async (_name, contentType, body) => {
    const answer = await post("/payments", body, { "next-action": "a", "content-type": contentType });
    expect(answer.status).toBe(400);
    expect(seen).toEqual([]);
  });

  it("hands on a form as it was evaluated, with its own boundary and length", async () => {
    const form = new FormData();
    form.append("_1_note", 'two\r\nlines, "quoted" and ü');
    form.append("0", '["$K1"]');
    const sent = await new Response(form).text();
    const answer = await post("/payments", sent, {
      "next-action": "a",
      "content-type": `multipart/form-data; boundary=${sent.slice(2, sent.indexOf("\r"))}`,
    });
    expect(answer.status).toBe(200);
    const [headers, body] = [seen[0], bodies[0] ?? ""];
    expect(headers?.["content-length"]).toBe(String(Buffer.byteLength(body)));
    const read = new Response(body, { headers: { "content-type": headers?.["content-type"] ?? "" } });
    expect([...(await read.formData())]).toEqual([...form]);
  });

  it.each([
    ["OPTIONS * HTTP/1.1", "Host: a"],
    ["GET http://evil.example/x HTTP/1.1", "Host: evil.example"],
    ["GET x HTTP/1.1", "Host: a"],
    ["GET /api/auth/session HTTP/1.1", "Host: a b"],
    ["GET /api/auth/session HTTP/1.1", "Host: a:b"],
    ["GET /api/auth/session HTTP/1.1", "Host: a:99999"],
    ["GET /api/auth/session HTTP/1.1", "Host: [::1"],
    ["GET /api/auth/session HTTP/1.1", "Host: me@a"],
    ["GET /login HTTP/1.1", "Host: a\r\nHost: b"],
    ["GET /login HTTP/1.1", "Host: a\r\nhost: a"],
  ])("answers 400 to %j with %j", async (line, headers) => {
    expect(await raw(`${line}\r\n${headers}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen).toEqual([]);
  });

  it.each([
    "/api/../login",
    "/api/%2e%2e/login",
    "/payments/.%2E/login",
    "/./login",
    "/payments/..",
    "/login#x",
    "/login#?x",
  ])("refuses %s, which Next would answer as another path than the one evaluated", async (target) => {
    const head = `POST ${target} HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nNext-Action: a\r\nContent-Length: 6\r\n\r\n`;
    expect(await raw(`${head}[null]`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen).toEqual([]);
  });

  it("does not hand on the second address of the sign-in page, which no limit of sign-ins knows", async () => {
    for (const path of ["/_next/data/build/login.json", "/%5Fnext/data/build/login.json"]) {
      expect((await post(path, "[]", { "next-action": "a" })).status).toBe(404);
    }
    expect((await fetch(`${base}/payments/a..b?x=/../y`)).status).toBe(200);
    expect(seen).toHaveLength(1);
  });

  it("answers 405 to a method that nothing has", async () => {
    const answer = await raw(`TRACE / HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer.toLowerCase()).toContain("\r\nallow: get, head, post");
  });

  it("says that its address is missing, where only the scheme of a page is another", async () => {
    const answer = await post("/login", "x", { origin: base.replace("http:", "https:") });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("NEXTAUTH_URL");
  });

  it("behind https, takes no page that was served by http, and has browsers stay with https", async () => {
    publicUrl = new URL("https://pay.example");
    const secure = await post("/login", "x", { origin: "https://pay.example" });
    expect([secure.status, secure.headers.get("strict-transport-security")]).toEqual([
      200,
      "max-age=31536000",
    ]);
    const plain = await post("/login", "x", { origin: "http://pay.example" });
    expect([plain.status, plain.headers.get("strict-transport-security")]).toEqual([403, "max-age=31536000"]);
    publicUrl = null;
    expect((await fetch(`${base}/healthz`)).headers.get("strict-transport-security")).toBeNull();
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

  it("a port in use is reported with its number", async () => {
    const again = listen(() => undefined, { host: "127.0.0.1", port: server.port });
    await expect(again).rejects.toMatchObject({ code: "EADDRINUSE", port: server.port });
  });
});
