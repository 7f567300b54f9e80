import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { startTestService, type TestServiceProcess } from "@/tools/testing/routing/service";

type RefundReply = { refund_id: string; refund_status: string; refund_completed_at: string | null };
const refundOf = async (service: TestServiceProcess, amount: string): Promise<string> => {
  const payment = await service.merchant.payment({ transaction_amount: amount });
  return ((await service.merchant.refund(payment.transaction_id, amount)).json as RefundReply).refund_id;
};
const endOf = (service: TestServiceProcess, id: string): Promise<RefundReply> =>
  eventually(
    async () => (await service.merchant.refundStatus(id)).json as RefundReply,
    (seen) => typeof seen.refund_completed_at === "string",
    45_000,
  );

describe("the worker", () => {
  let service: TestServiceProcess;
  beforeAll(async () => {
    service = await startTestService({
      PAYMENT_LIFETIME_MS: "1500",
      SWEEP_INTERVAL_MS: "300",
      SIMULATOR_REFUND_MS: "800",
    });
  });
  afterAll(() => service.stop());

  test("an abandoned payment becomes DROP when its lifetime ends, and can no longer be cancelled (decision 0032)", async () => {
    const payment = await service.merchant.payment({}, null);
    await eventually(
      async () =>
        (await service.merchant.status(payment.merchant_transaction_id)).json as {
          transaction_status: string;
        }[],
      ([record]) => record?.transaction_status === "DROP",
    );
    expect((await service.merchant.cancel(payment.merchant_transaction_id)).status).toBe(400);
  });

  test("a paid payment does not expire", async () => {
    const paid = await service.merchant.payment();
    const left = await service.merchant.payment({}, null);
    await eventually(
      async () =>
        (await service.merchant.status(left.merchant_transaction_id)).json as {
          transaction_status: string;
        }[],
      ([record]) => record?.transaction_status === "DROP",
    );
    expect((await service.merchant.status(paid.merchant_transaction_id)).text).toContain('"SUCCESS"');
  });

  test("kill -9 with pending refunds: each ends, once at the gateway (failure 25)", async () => {
    const ids = await Promise.all(
      ["10.00", "11.93", "12.91", "13.00", "14.93"].map((amount) => refundOf(service, amount)),
    );
    await service.killAndRestart();
    const ends = await Promise.all(ids.map((id) => endOf(service, id)));
    expect(ends.map((end) => end.refund_status)).toEqual([
      "SUCCESS",
      "SUCCESS",
      "FAILURE",
      "SUCCESS",
      "SUCCESS",
    ]);
    for (const id of ids) {
      const { rows } = await service.db.query(
        `select 1 from simulator.refunds where idempotency_key = '1:' || $1`,
        [id],
      );
      expect(rows).toHaveLength(1);
    }
  });

  test("a refund that a killed worker had is carried on by the next one, when the claim ends (failure 25)", async () => {
    const id = await refundOf(service, "15.00");
    await service.killAndRestart(async () => {
      // The state after a kill in the middle of a step, whatever moment the kill above really hit.
      await service.db.query(
        "update refunds set taken_by = 'a worker that died', taken_until = now() + interval '3 seconds' where id = $1",
        [id],
      );
    });
    expect((await endOf(service, id)).refund_status).toBe("SUCCESS");
  });

  test("a refund at a further test gateway, which is no vendor's, is sent too (decision 0254)", async () => {
    const gateway = "simulator-b";
    await service.killAndRestart(async () => {
      await service.db.query("insert into simulator.gateways (name) values ($1)", [gateway]);
    });
    await saveRules(service.merchant, [rule("all", { target: { kind: "gateway", gateway } })]);
    const id = await refundOf(service, "16.00");
    const { rows } = await service.db.query("select gateway from refunds where id = $1", [id]);
    expect(rows).toEqual([{ gateway }]);
    expect((await endOf(service, id)).refund_status).toBe("SUCCESS");
  });
});
