import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type RefundReply = Record<string, unknown> & { refund_status: string; refund_completed_at: string | null };
const refundOf = async (amount: string, extra: Record<string, unknown> = {}): Promise<string> => {
  const payment = await service.merchant.payment({ transaction_amount: amount });
  const reply = await service.merchant.refund(payment.transaction_id, amount, extra);
  return (reply.json as { refund_id: string }).refund_id;
};
const statusOf = async (id: string): Promise<RefundReply> =>
  (await service.merchant.refundStatus(id)).json as RefundReply;
const NOT_FOUND = { success: false, message: "Refund not found.", data: null };

describe("refund status (specification 4.5)", () => {
  test("200 with success and the fields of specification 2.2, in their order", async () => {
    const payment = await service.merchant.payment();
    const created = (await service.merchant.refund(payment.transaction_id, "5.00", { refund_reason: "Late" }))
      .json;
    const { refund_id: id } = created as { refund_id: string };
    const done = await eventually(
      () => statusOf(id),
      (seen) => seen.refund_completed_at !== null,
    );
    expect(Object.keys(done)).toEqual([
      "success",
      "refund_id",
      "transaction_id",
      "merchant_transaction_id",
      "refund_amount",
      "refund_status",
      "gateway_refund_id",
      "refund_reason",
      "refund_requested_at",
      "refund_completed_at",
    ]);
    expect(done).toMatchObject({
      success: true,
      refund_id: id,
      transaction_id: payment.transaction_id,
      merchant_transaction_id: payment.merchant_transaction_id,
      refund_amount: "5.00",
      refund_status: "SUCCESS",
      gateway_refund_id: expect.any(String) as string,
      refund_reason: "Late",
    });
    const times = [done.refund_requested_at, done.refund_completed_at].map((text) =>
      Date.parse(String(text)),
    );
    expect(times[0]).toBeLessThan(times[1] ?? 0);
  });

  test("refund_reason is null when none was given", async () => {
    expect(await statusOf(await refundOf("5.00"))).toMatchObject({ refund_reason: null });
  });
});

describe("the way of a refund (specification 3.2, decisions 0034 and 0210)", () => {
  test("a refund passes through PROCESSING and ends in SUCCESS; refund_completed_at is set only there", async () => {
    const id = await refundOf("5.00");
    const processing = await eventually(
      () => statusOf(id),
      (seen) => seen.refund_status === "PROCESSING",
    );
    expect(processing.refund_completed_at).toBeNull();
    const done = await eventually(
      () => statusOf(id),
      (seen) => seen.refund_completed_at !== null,
    );
    expect(done.refund_status).toBe("SUCCESS");
  });

  test("an amount ending in .91 ends in FAILURE", async () => {
    const id = await refundOf("5.91");
    const done = await eventually(
      () => statusOf(id),
      (seen) => seen.refund_completed_at !== null,
    );
    expect(done.refund_status).toBe("FAILURE");
  });

  test("an amount ending in .92 is still PROCESSING when others are long done", async () => {
    const slow = await refundOf("5.92");
    const quick = await refundOf("5.00");
    await eventually(
      () => statusOf(quick),
      (seen) => seen.refund_status === "SUCCESS",
    );
    expect(await statusOf(slow)).toMatchObject({ refund_status: "PROCESSING", refund_completed_at: null });
  });

  test("an amount ending in .93 times out once at the gateway, succeeds, and is refunded there once", async () => {
    const id = await refundOf("5.93");
    const done = await eventually(
      () => statusOf(id),
      (seen) => seen.refund_completed_at !== null,
    );
    expect(done.refund_status).toBe("SUCCESS");
    const { rows } = await service.db.query(
      `select 1 from simulator.refunds where idempotency_key like '%:' || $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });
});

describe("refusals (specification 7 and 8)", () => {
  test("404 Refund not found.", async () => {
    for (const id of ["RFD202601011767225600000", "x", "R".repeat(400), "a|b"]) {
      const reply = await service.merchant.refundStatus(id);
      expect([reply.status, reply.json]).toEqual([404, NOT_FOUND]);
    }
  });

  test.each([
    ["absent", {}],
    ["null", { refund_id: null }],
    ["empty", { refund_id: "" }],
    ["a number", { refund_id: 5 }],
  ])("refund_id %s is 400 in the refund shape, before the hash (decision 0026)", async (_name, body) => {
    const reply = await service.merchant.send("/v1/route/refund-status/", body, ["x"]);
    expect([reply.status, reply.json]).toEqual([
      400,
      { ...NOT_FOUND, message: expect.any(String) as string },
    ]);
  });

  test.each([" ", "\u0000"])("refund_id %j is 400 after the hash", async (id) => {
    expect((await service.merchant.refundStatus(id)).status).toBe(400);
  });
});
