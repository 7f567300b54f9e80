import { describe, expect, it } from "vitest";
import { withFront } from "@/tools/testing/dashboard/front";

describe("a request whose head could be read in two ways never reaches Next", () => {
  const front = withFront();

  it.each(["X: y", "Host:"])("refuses an HTTP/1.0 request with %j, which names no host", async (header) => {
    expect(await front.raw(`GET /payments HTTP/1.0\r\n${header}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(front.seen).toEqual([]);
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
    expect(await front.raw(`${line}\r\n${headers}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(front.seen).toEqual([]);
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
    expect(await front.raw(`${head}[null]`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(front.seen).toEqual([]);
  });

  it("does not hand on the second address of the sign-in page, which no limit of sign-ins knows", async () => {
    for (const path of ["/_next/data/build/login.json", "/%5Fnext/data/build/login.json"]) {
      expect((await front.post(path, "[]", { "next-action": "a" })).status).toBe(404);
    }
    expect((await fetch(`${front.base}/payments/a..b?x=/../y`)).status).toBe(200);
    expect(front.seen).toHaveLength(1);
  });

  it("refuses a query of more parameters than any page has, which Next would read for seconds", async () => {
    const of = (parameters: number): string => `${front.base}/login?${"a&".repeat(parameters - 1)}a`;
    const refused = await fetch(of(201));
    expect([refused.status, await refused.text()]).toEqual([
      400,
      "The address has more than 200 parameters.\n",
    ]);
    expect((await fetch(`${front.base}/login?${"&".repeat(14_000)}`)).status).toBe(400);
    expect(front.seen).toEqual([]);
    expect((await fetch(of(200))).status).toBe(200);
  });

  it("answers 405 to a method that nothing has", async () => {
    const response = await front.raw(`TRACE / HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 405 /);
    expect(response.toLowerCase()).toContain("\r\nallow: get, head, post");
  });
});
