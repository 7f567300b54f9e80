import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentBody, type Path } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    RATE_LIMIT_BURST: "100000",
    RATE_LIMIT_PER_SECOND: "100000",
    FAILURE_LIMIT_BURST: "100000",
  });
});
afterAll(() => service.stop());

/** The shape of a refusal on each endpoint (specification 7, decision 0026), with any text. */
const anyText = expect.any(String) as string;
const SHAPES: Record<Path, object> = {
  "/v1/route/initiate_payment": { success: false, message: [{ body: anyText }] },
  "/v1/route/transaction-status": { success: false, message: anyText },
  "/v1/route/transaction-cancel": { success: false, message: anyText },
  "/v1/route/refund-initiate/": { success: false, message: anyText, data: null },
  "/v1/route/refund-status/": { success: false, message: anyText, data: null },
};
const PATHS = Object.keys(SHAPES) as Path[];
const JSON_TYPE = { "Content-Type": "application/json" };

test("a target of more than 200 parameters is 400, on each kind of address", async () => {
  for (const path of ["/v1/route/initiate_payment", "/openapi.json", "/pay/x", "/nowhere"]) {
    const reply = await service.merchant.raw(`${path}?${"a&".repeat(200)}`, { method: "GET" });
    expect([reply.status, reply.json]).toEqual([
      400,
      { detail: "The request target has more than 200 parameters." },
    ]);
  }
});

describe.each(PATHS)("checks before the key (decision 0026) on %s", (path) => {
  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "%s is 405 with Allow: POST",
    async (method) => {
      const reply = await service.merchant.raw(path, { method });
      expect([reply.status, reply.headers.get("allow")]).toEqual([405, "POST"]);
      if (method !== "HEAD") expect(reply.json).toEqual(SHAPES[path]);
    },
  );

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "application/json; charset=utf-16",
    "",
  ])("the content type %j is 415", async (type) => {
    const headers: Record<string, string> = type === "" ? {} : { "Content-Type": type };
    const reply = await service.merchant.raw(path, { headers, body: new TextEncoder().encode("{}") });
    expect([reply.status, reply.json]).toEqual([415, SHAPES[path]]);
  });

  test("a compressed body is 415", async () => {
    const reply = await service.merchant.raw(path, {
      headers: { ...JSON_TYPE, "Content-Encoding": "gzip" },
      body: "{}",
    });
    expect(reply.status).toBe(415);
    expect(JSON.stringify(reply.json)).toContain(
      "Content-Encoding gzip is not supported: send the body uncompressed.",
    );
  });

  test("a path that begins with two slashes is 404 and says so", async () => {
    const reply = await service.merchant.raw(`/${path}`, { headers: JSON_TYPE, body: "{}" });
    expect([reply.status, reply.json]).toEqual([
      404,
      { detail: "Not found: the path begins with two slashes." },
    ]);
  });

  test("application/json in any case and with charset=utf-8 is accepted", async () => {
    const reply = await service.merchant.raw(path, {
      headers: { "Content-Type": 'Application/JSON; charset="UTF-8"' },
      body: "{}",
    });
    expect(reply.status).toBe(401);
  });

  test("a body over 64 KiB is 413, one of exactly 64 KiB is read (failure 18)", async () => {
    const padded = (bytes: number): string => `{"x":"${"a".repeat(bytes - 8)}"}`;
    const over = await service.merchant.raw(path, { headers: JSON_TYPE, body: padded(64 * 1024 + 1) });
    expect([over.status, over.json]).toEqual([413, SHAPES[path]]);
    const full = await service.merchant.raw(path, { headers: JSON_TYPE, body: padded(64 * 1024) });
    expect(full.status).toBe(401);
  });

  const nested = (levels: number): string => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ["empty", ""],
    ["cut off", '{"a":'],
    ["a list", "[]"],
    ["a text", '"x"'],
    ["a number", "5"],
    ["null", "null"],
    ["two values", "{}{}"],
    ["a trailing comma", '{"a":1,}'],
    ["NaN", '{"a":NaN}'],
    ["a leading zero", '{"a":01}'],
    ["single quotes", "{'a':1}"],
    ["a comment", '{"a":1/**/}'],
    ["a raw line break in a text", '{"a":"\n"}'],
    ["a byte order mark", "\ufeff{}"],
    ["not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["a duplicate key", '{"a":1,"a":2}'],
    ["a duplicate key of equal values (failure 17)", '{"a":1,"a":1}'],
    ["a duplicate key spelt with an escape", '{"a":1,"\\u0061":1}'],
    ["a duplicate key inside", '{"b":[{"a":1,"a":1}]}'],
    ["__proto__", '{"__proto__":{"x":1}}'],
    ["nesting of 33 levels", nested(33)],
    ["nesting of 60,000 levels", "[".repeat(60_000)],
  ])("a body that is %s is 400", async (_name, body) => {
    const reply = await service.merchant.raw(path, { headers: JSON_TYPE, body });
    expect([reply.status, reply.json]).toEqual([400, SHAPES[path]]);
  });

  test("nesting of 32 levels is read", async () => {
    const reply = await service.merchant.raw(path, { headers: JSON_TYPE, body: nested(32) });
    expect(reply.status).toBe(401);
  });

  test("colons and brackets inside texts count for nothing", async () => {
    const body = JSON.stringify({ a: '{[":\\"', 'k":{': "]}" });
    expect((await service.merchant.raw(path, { headers: JSON_TYPE, body })).status).toBe(401);
  });

  test("the path with and without its trailing slash answers, without a redirect (decision 0026)", async () => {
    const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
    const reply = await service.merchant.raw(other, { headers: JSON_TYPE, body: "{}" });
    expect(reply.status).toBe(401);
  });
});

test("an unknown path is 404 {detail}, whatever the method (decision 0026)", async () => {
  for (const path of [
    "/",
    "/v1/route/",
    "/v1/route/INITIATE_PAYMENT",
    "/v1/route/initiate_payment//",
    "/v1/route/x",
    "/v1/route/initiate%5Fpayment",
    "/v1/route/%",
    `/pay/${"x".repeat(300)}`,
  ]) {
    for (const method of ["GET", "POST", "DELETE"]) {
      const reply = await service.merchant.raw(path, { method, headers: JSON_TYPE });
      expect([reply.status, reply.json]).toEqual([404, { detail: anyText }]);
    }
  }
});

test("every answer carries a request id; a caller's own is kept when it is a plain one", async () => {
  const own = await service.merchant.raw("/x", { headers: { "X-Request-Id": "caller-1" } });
  expect(own.headers.get("x-request-id")).toBe("caller-1");
  const odd = await service.merchant.raw("/x", { headers: { "X-Request-Id": "a b;c" } });
  expect(odd.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("beyond its burst a key is answered 429 with Retry-After, in the endpoint's shape (decision 0215)", async () => {
  const limited = await startTestService({ RATE_LIMIT_BURST: "5", RATE_LIMIT_PER_SECOND: "0.01" });
  try {
    const [reference, amount] = ["ORDER-1", "500.00"];
    const body = {
      ...paymentBody({ merchant_transaction_id: reference, transaction_amount: amount }),
      transaction_id: "x",
      refund_amount: "1.00",
      refund_id: "x",
    };
    const hashed: Record<Path, string[]> = {
      "/v1/route/initiate_payment": [reference, amount],
      "/v1/route/transaction-status": [reference],
      "/v1/route/transaction-cancel": [reference],
      "/v1/route/refund-initiate/": [body.transaction_id, body.refund_amount],
      "/v1/route/refund-status/": [body.refund_id],
    };
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await limited.merchant.status("x")).status);
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
    for (const path of PATHS) {
      const reply = await limited.merchant.send(path, body, hashed[path]);
      expect([reply.status, reply.json]).toEqual([429, SHAPES[path]]);
      expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
    const stranger = await limited.merchant.raw(PATHS[0] ?? "", {
      headers: { ...JSON_TYPE, "X-API-Key": "x" },
      body: "{}",
    });
    expect(stranger.status).toBe(401);
  } finally {
    await limited.stop();
  }
});

test("a sender that never finishes is answered 408 and let go (failure 18)", async () => {
  const { hostname, port } = new URL(service.baseUrl);
  const heard = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        "POST /v1/route/transaction-status HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
      );
    });
    socket.on("data", (data) => (text += data.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
  expect(heard).toMatch(/^HTTP\/1\.1 408 /);
});

test("bytes that are not HTTP are answered 400", async () => {
  const { hostname, port } = new URL(service.baseUrl);
  const heard = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write("hello\r\n\r\n"));
    socket.on("data", (data) => (text += data.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
  expect(heard).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ["a target in absolute form", "GET http://evil.example/healthz HTTP/1.1\r\nHost: x\r\n"],
  ["a target that is an asterisk", "OPTIONS * HTTP/1.1\r\nHost: x\r\n"],
  ["two Host headers", "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: evil.example\r\n"],
])("%s is answered 400, and never redirected", async (_name, head) => {
  const { hostname, port } = new URL(service.baseUrl);
  const response = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(`${head}Connection: close\r\n\r\n`));
    socket.on("data", (data) => (text += data.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).not.toMatch(/^location:/im);
  expect(response).toMatch(/^x-content-type-options: nosniff\r$/im);
});

test.each(["/healthz", "/nothing-here", "/%zz", "/v1/route/transaction-status", "/openapi.json"])(
  "the answer of %s carries nosniff",
  async (path) => {
    const { headers } = await fetch(service.baseUrl + path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  },
);
