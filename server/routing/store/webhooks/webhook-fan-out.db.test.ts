import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { movePayment } from "../../domain/payments/payment";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { lockPayment } from "../payments/payments";
import { savePaymentMove } from "../payments/save-move";

const SANDBOX = 1;

/** No worker runs, so the written rows stay for inspection. */
let service: TestService;
let endpointId: string;
let deps: ReturnType<typeof depsOn>["deps"];
let close: () => Promise<void>;
beforeAll(async () => {
  service = await startTestService({}, undefined, { role: "service" });
  ({ deps, close } = depsOn(service));
  const created = await ops(service.merchant, "webhooks.create", { url: "http://127.0.0.1:9999/" });
  endpointId = created.endpoint_id;
});
afterAll(async () => {
  await close();
  await service.stop();
});

async function written(paymentId: string): Promise<string[]> {
  const { rows } = await service.db.query<{ event: string }>(
    `select event from webhook_deliveries where payment_id = $1 order by sequence`,
    [paymentId],
  );
  return rows.map(({ event }) => event);
}

test("deliveries exist exactly when the move does: a transaction that rolls back leaves none", async () => {
  const payment = await service.merchant.payment({}, null);
  const before = await written(payment.transaction_id);
  expect(before).toEqual(["payment.initiated"]);
  const move = (fate: "commit" | "roll back"): Promise<void> =>
    inTransaction(deps.pool, async (db) => {
      const current = await lockPayment(db, SANDBOX, payment.transaction_id);
      if (current === null) throw new Error("the payment is missing");
      const moved = movePayment(current, "CANCELLED", new Date());
      if (!moved.ok) throw new Error(moved.error.kind);
      await savePaymentMove(db, moved.value, { kind: "cancelled", at: new Date() });
      if (fate === "roll back") throw new Error("the action failed after the move");
    });
  await expect(move("roll back")).rejects.toThrow("the action failed");
  expect(await written(payment.transaction_id)).toEqual(before);
  await move("commit");
  expect(await written(payment.transaction_id)).toEqual(["payment.initiated", "payment.cancelled"]);
});

test("a record whose id was in use has one event, under the id that it got in the end", async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => service.merchant.initiate()));
  const ids = replies.map((reply) => (reply.json as { transaction_id: string }).transaction_id);
  expect(new Set(ids).size).toBe(50);
  const { rows } = await service.db.query(
    `select payment_id from webhook_deliveries where payment_id = any($1) and event = 'payment.initiated'`,
    [ids],
  );
  expect(rows).toHaveLength(50);
});

test("a struggling endpoint gets deliveries, a disabled one none", async () => {
  await service.db.query(
    `update webhook_endpoints set consecutive_failures = 3, failing_since = now() where id = $1`,
    [endpointId],
  );
  const payment = await service.merchant.payment({}, null);
  expect(await written(payment.transaction_id)).toEqual(["payment.initiated"]);
  await ops(service.merchant, "webhooks.update", { endpoint_id: endpointId, enabled: false });
  const unheard = await service.merchant.payment({}, null);
  expect(await written(unheard.transaction_id)).toEqual([]);
});

test("endpoints that come and go while payments are made fail none of them", async () => {
  let isDone = false;
  const churn = async (): Promise<void> => {
    while (!isDone) {
      const { endpoint_id } = await ops(service.merchant, "webhooks.create", {
        url: "https://shop.example/",
      });
      await ops(service.merchant, "webhooks.delete", { endpoint_id });
    }
  };
  const churning = Promise.all([churn(), churn(), churn()]);
  const replies = [];
  for (let round = 0; round < 10; round += 1) {
    replies.push(...(await Promise.all(Array.from({ length: 10 }, () => service.merchant.initiate()))));
  }
  isDone = true;
  await churning;
  expect(replies.filter(({ status }) => status !== 201)).toEqual([]);
});
