import { describe, expect, it } from "vitest";
import { ACCOUNT_HEADER } from "@/lib/accounts/address";
import { withFront } from "@/tools/testing/dashboard/front";

describe("the account of a request comes from the prefix of its address alone", () => {
  const front = withFront();

  it("takes the account out of an address, and no account from anywhere else", async () => {
    const sent = { headers: { [ACCOUNT_HEADER]: "mall", cookie: "session" } };
    const responses = [];
    for (const path of [
      "/a/shop",
      "/a/shop/payments/TXN1?reference=a//b",
      "/payments",
      "/a/shop/login",
      "/a/Shop/payments",
    ])
      responses.push((await fetch(`${front.base}${path}`, sent)).headers.get("x-nextjs-rewritten-path"));
    expect(front.urls).toEqual([
      "/",
      "/payments/TXN1?reference=a//b",
      "/payments",
      "/a/shop/login",
      "/a/Shop/payments",
    ]);
    expect(front.seen.map((headers) => headers[ACCOUNT_HEADER])).toEqual([
      "shop",
      "shop",
      undefined,
      undefined,
      undefined,
    ]);
    expect(responses).toEqual(["/", "/payments/TXN1", null, null, null]);
    expect(front.counted.map(({ endpoint }) => endpoint)).toContain("/payments/:transactionId");
  });

  it("keeps the account of an action that Next forwards without the prefix, and of no other request", async () => {
    const post = (path: string, headers: Record<string, string> = {}) =>
      fetch(`${front.base}${path}`, {
        method: "POST",
        headers: { origin: front.base, cookie: "session", ...headers },
      });
    await post("/a/shop/payments/new?forwarded");
    await post("/payments/new?forwarded", { [ACCOUNT_HEADER]: "mall" });
    expect(front.urls).toEqual([
      "/payments/new?forwarded",
      "/refunds",
      "/payments/new?forwarded",
      "/refunds",
    ]);
    expect(front.seen.map((headers) => headers[ACCOUNT_HEADER])).toEqual([
      "shop",
      "shop",
      undefined,
      undefined,
    ]);
  });

  it.each(["/a/shop/healthz", "/a/shop/metrics", "/a/shop/readyz"])(
    "answers %s as any address that does not exist",
    async (path) => {
      await fetch(`${front.base}${path}`, { headers: { cookie: "session" } });
      expect(front.urls).toEqual([path]);
    },
  );

  it("lets as few sign-ins and as large bodies through behind a prefix as without it", async () => {
    const post = (path: string, body = "") =>
      fetch(`${front.base}${path}`, {
        method: "POST",
        body,
        headers: { origin: front.base, cookie: "session" },
      });
    // Not taken as sign-in by Next either: the prefix stays, and no page is there.
    await post("/a/shop/login");
    expect(front.urls).toEqual(["/a/shop/login"]);
    expect((await post("/a/shop/payments", "a".repeat(64 * 1024 + 1))).status).toBe(413);
    expect((await post("/a/shop/api/notes", "a".repeat(64 * 1024 + 1))).status).toBe(413);
    expect((await post("/a/shop/api/bulk", "a".repeat(64 * 1024 + 1))).status).toBe(200);
    const strange = await fetch(`${front.base}/a/shop/payments`, {
      method: "POST",
      body: "a",
      headers: { origin: "https://evil.example", cookie: "session" },
    });
    expect(strange.status).toBe(403);
  });
});
