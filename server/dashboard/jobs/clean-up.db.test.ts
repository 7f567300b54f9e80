import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openCustomer } from "../payments/commands/open-customer";
import { startCustomerSearch } from "../payments/commands/start-customer-search";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { paymentDetail } from "@/tools/testing/dashboard/payment-bodies";
import { cleanUp } from "./clean-up";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.stop());

it("cleaning up deletes expired contacts of customers, and leaves those that a session can use", async () => {
  harness.service.ops = { idempotency: true, operations: ["payments.get", "payments.search"] };
  const ctx = await harness.ctxOf("support");
  const stored = async (): Promise<number> => {
    const { rows } = await harness.pool.query<{ count: number }>(
      "select ((select count(*) from customer_searches) + (select count(*) from customer_pages))::int as count",
    );
    return rows[0]?.count ?? 0;
  };
  const started = await startCustomerSearch(ctx, { value: "asha@example.com" });
  expect(started).toMatchObject({ kind: "begun" });
  const payment = listedPayment();
  const customer = { email: "asha@example.com", phone: null, name: "Asha Rao" };
  harness.service.next("/v1/ops/payments/get", {
    kind: "answer",
    status: 200,
    body: JSON.stringify(
      paymentDetail(
        { ...payment, gateway_transaction_id: null, udf1: null, udf2: null, udf3: null },
        { payment, attempts: [payment], customer },
      ),
    ),
    effect: false,
  });
  expect(await openCustomer(ctx, { transactionId: payment.transaction_id })).toMatchObject({ kind: "opens" });
  await cleanUp(harness.services);
  expect(await stored()).toBe(2);
  harness.clock.advance(31 * 60_000);
  await cleanUp(harness.services);
  expect(await stored()).toBe(0);
});

it("a step of the clean-up that fails does not prevent the others, and is reported", async () => {
  const pool = new Proxy(harness.services.pool, {
    get(target, name) {
      if (name !== "query") return Reflect.get(target, name) as unknown;
      return (...args: Parameters<typeof target.query>) => {
        if (JSON.stringify(args[0]).includes("customer_searches")) throw new Error("no time");
        asked.push(JSON.stringify(args[0]));
        return target.query(...args);
      };
    },
  });
  const asked: string[] = [];
  await expect(cleanUp({ ...harness.services, pool })).rejects.toThrow("no time");
  expect(asked.join()).toContain("export_runs");
});
