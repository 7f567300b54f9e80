import { z } from "zod";
import { OPS } from "@/lib/contract/ops";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const BALANCE = "/v1/ops/refunds/balance";
const SEARCH = "/v1/ops/refunds/search";
const CAPABILITIES = "/v1/ops/capabilities";
const DENIED = [401, { detail: "Invalid ops signature." }];

describe("the signature (decision 0040)", () => {
  test("capabilities returns what is there", async () => {
    const reply = await service.merchant.ops("GET", CAPABILITIES);
    expect([reply.status, reply.json]).toEqual([
      200,
      {
        version: 1,
        idempotency: true,
        operations: expect.arrayContaining(["refunds.balance", "refunds.search"]) as string[],
        merchant_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        test_only: true,
      },
    ]);
  });

  test("a wrong salt, another path, body or method, and a replay on another address are 401", async () => {
    const { merchant } = service;
    const wrongSalt = await merchant.ops("GET", CAPABILITIES, undefined, { salt: "test_salt_wrong" });
    expect([wrongSalt.status, wrongSalt.json]).toEqual(DENIED);
    for (const signature of ["", "0".repeat(63), "0".repeat(64), "é".repeat(64)]) {
      const reply = await merchant.ops("POST", BALANCE, { transaction_id: "x" }, { signature });
      expect([reply.status, reply.json]).toEqual(DENIED);
    }
    const stranger = await merchant.raw(CAPABILITIES, { method: "GET", headers: { "X-API-Key": "nobody" } });
    expect([stranger.status, stranger.json]).toEqual([401, { detail: "Invalid authentication hash." }]);
  });

  test.each([
    ["five minutes and more ago", -310],
    ["as far ahead", 310],
  ])("a timestamp %s is 401", async (_name, seconds) => {
    const timestamp = String(Math.floor(Date.now() / 1000) + seconds);
    expect((await service.merchant.ops("GET", CAPABILITIES, undefined, { timestamp })).status).toBe(401);
  });

  test("a timestamp within five minutes is accepted; one that is no number is 401", async () => {
    const timestamp = String(Math.floor(Date.now() / 1000) - 290);
    expect((await service.merchant.ops("GET", CAPABILITIES, undefined, { timestamp })).status).toBe(200);
    expect((await service.merchant.ops("GET", CAPABILITIES, undefined, { timestamp: "NaN" })).status).toBe(
      401,
    );
  });

  test("the other method is 405", async () => {
    const reply = await service.merchant.ops("GET", BALANCE);
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("refunds.balance", () => {
  test("paid = refunded + in progress + remaining, at every stage, counting no failed refund", async () => {
    const payment = await service.merchant.payment({ transaction_amount: "100.91" });
    const balance = async (): Promise<Record<string, string>> =>
      (await service.merchant.ops("POST", BALANCE, { transaction_id: payment.transaction_id }))
        .json as Record<string, string>;
    expect(await balance()).toEqual({
      transaction_id: payment.transaction_id,
      merchant_transaction_id: payment.merchant_transaction_id,
      transaction_status: "SUCCESS",
      currency: "INR",
      transaction_amount: "100.91",
      refunded_amount: "0.00",
      in_progress_amount: "0.00",
      remaining_amount: "100.91",
      gateway: "simulator",
      test: true,
      alert: null,
    });
    await service.merchant.refund(payment.transaction_id, "0.92");
    expect(await balance()).toMatchObject({ in_progress_amount: "0.92", remaining_amount: "99.99" });
    await service.merchant.refund(payment.transaction_id, "30.00");
    await service.merchant.refund(payment.transaction_id, "1.91");
    const settled = await eventually(balance, (seen) => seen.in_progress_amount === "0.92");
    expect(settled).toMatchObject({ refunded_amount: "30.00", remaining_amount: "69.99" });
  });

  test("a payment that was never paid has nothing left to refund", async () => {
    const payment = await service.merchant.payment({}, null);
    const reply = await service.merchant.ops("POST", BALANCE, { transaction_id: payment.transaction_id });
    expect(reply.json).toMatchObject({ transaction_status: "INITIATED", remaining_amount: "0.00" });
  });

  test.each([
    [{}, 400],
    [{ transaction_id: 5 }, 400],
    [{ transaction_id: " " }, 400],
    [{ transaction_id: "TXN" }, 404],
  ])("%j is %i with a detail", async (body, status) => {
    const reply = await service.merchant.ops("POST", BALANCE, body);
    expect([reply.status, reply.json]).toMatchObject([status, { detail: expect.any(String) as string }]);
  });
});

describe("refunds.search", () => {
  test("finds the refunds of a payment newest first, in pages that miss none and repeat none", async () => {
    const payment = await service.merchant.payment();
    const made: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      const reply = await service.merchant.refund(payment.transaction_id, "1.00");
      made.unshift((reply.json as { refund_id: string }).refund_id);
    }
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = (
        await service.merchant.ops("POST", SEARCH, {
          transaction_id: payment.transaction_id,
          limit: 3,
          cursor,
        })
      ).json as { refunds: { refund_id: string }[]; next_cursor: string | null };
      expect(page.refunds.length).toBeLessThanOrEqual(3);
      found.push(...page.refunds.map((refund) => refund.refund_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(found).toEqual(made);
  });

  test("the next page comes although the refund that the page before ended with is kept no longer", async () => {
    const payment = await service.merchant.payment();
    for (let i = 0; i < 3; i += 1) await service.merchant.refund(payment.transaction_id, "1.00");
    type Page = { refunds: { refund_id: string }[]; next_cursor: string | null };
    const page = async (fields: object): Promise<Page> =>
      (await service.merchant.ops("POST", SEARCH, { transaction_id: payment.transaction_id, ...fields }))
        .json as Page;
    const all = (await page({})).refunds.map((refund) => refund.refund_id);
    const first = await page({ limit: 1 });
    await service.db.query(`delete from refunds where id = $1`, [first.next_cursor]);
    const rest = await page({ cursor: first.next_cursor });
    expect(rest.refunds.map((refund) => refund.refund_id)).toEqual(all.slice(1));
  });

  test("filters by reference and by status", async () => {
    const payment = await service.merchant.payment({ transaction_amount: "9.92" });
    await service.merchant.refund(payment.transaction_id, "9.92");
    const by = async (body: object): Promise<number> =>
      ((await service.merchant.ops("POST", SEARCH, body)).json as { refunds: object[] }).refunds.length;
    const reference = payment.merchant_transaction_id;
    await eventually(
      () => by({ merchant_transaction_id: reference, status: "PROCESSING" }),
      (count) => count === 1,
    );
    expect(await by({ merchant_transaction_id: reference })).toBe(1);
    expect(await by({ merchant_transaction_id: reference, status: "SUCCESS" })).toBe(0);
    expect(await by({ merchant_transaction_id: reference.toLowerCase() })).toBe(0);
  });

  test.each([
    ["limit", { limit: 0 }],
    ["limit", { limit: 201 }],
    ["limit", { limit: "5" }],
    ["limit", { limit: 1.5 }],
    ["status", { status: "DONE" }],
    ["cursor", { cursor: 5 }],
    ["transaction_id", { transaction_id: " " }],
    ["surprise", { surprise: true }],
  ])("a wrong %s is 400 and named", async (field, body) => {
    const reply = await service.merchant.ops("POST", SEARCH, body);
    expect([reply.status, reply.json]).toEqual([
      400,
      {
        detail: expect.stringContaining(`${field}: `) as string,
        faults: [{ field, text: expect.any(String) as string }],
      },
    ]);
  });
});

describe("every list of the extension", () => {
  const lists = Object.entries(OPS).filter(
    ([, { request }]) =>
      request !== null && "cursor" in (z.toJSONSchema(request, { io: "input" }).properties ?? {}),
  );

  test.each(lists)(
    "%s refuses a cursor that none of its pages handed out, by name",
    async (_name, { path }) => {
      const reply = await service.merchant.ops("POST", path, { cursor: "zzz" });
      expect([reply.status, reply.json]).toEqual([
        400,
        {
          detail: "cursor: Must be the next_cursor of a page of this list.",
          faults: [{ field: "cursor", text: "Must be the next_cursor of a page of this list." }],
        },
      ]);
    },
  );
});
