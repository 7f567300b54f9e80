import { afterAll, beforeAll, expect, test } from "vitest";
import { depsOn } from "../testing/deps";
import { eventually } from "../testing/merchant-code";
import { startTestService, type TestService } from "../testing/service";
import { requestRefund } from "../usecases/refunds/request-refund";

let service: TestService;
let deps: ReturnType<typeof depsOn>;
beforeAll(async () => {
  service = await startTestService({ REFUNDS_HELD: "1" });
  deps = depsOn(service);
});
afterAll(async () => {
  await deps.close();
  await service.stop();
});

test("while refunds are held none is taken, which the answer says for certain, also for a repeated key", async () => {
  const { transaction_id: id } = await service.merchant.payment();
  const key = { "Idempotency-Key": "key-from-before-the-restore" };
  for (const headers of [{}, key, key]) {
    const reply = await service.merchant.refund(id, "10.00", {}, headers);
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(reply.text).toContain("Nothing was refunded");
  }
  expect((await service.db.query("select from refunds")).rowCount).toBe(0);
  expect((await service.db.query("select from idempotency_keys")).rowCount).toBe(0);
});

test("a refund that the restored service has goes on under its own key", async () => {
  const { transaction_id: paymentId } = await service.merchant.payment();
  const request = { paymentId, amountPaise: 1_000n, reason: null };
  const requested = await requestRefund(deps.deps, 1, request, () => Promise.resolve());
  if (!requested.ok) throw new Error(requested.error.kind);
  const { id } = requested.value;
  const status = async () => (await service.merchant.refundStatus(id)).json as { refund_status: string };
  expect(await eventually(status, (now) => now.refund_status === "SUCCESS")).toMatchObject({
    refund_status: "SUCCESS",
  });
});
