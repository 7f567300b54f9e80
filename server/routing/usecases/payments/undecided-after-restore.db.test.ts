import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import { GatewayUnavailable } from "../../gateway/port";
import { GatewayDouble } from "@/tools/testing/routing/gateway-double";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import type { Deps } from "../deps";
import { endOverduePayments } from "./end-payment";
import { Comparer } from "../reconcile/compare";
import { examineRecord } from "../reconcile/compare-records";

/** A vendor that reports every payment as charged, and whose refunds cannot be looked up. */
class Charged extends GatewayDouble {
  lookups = 0;
  delayMs = 0;
  charged: (checkoutId: string) => boolean = () => true;
  override fetchPayment = ((checkoutId: string) =>
    Promise.resolve(
      this.charged(checkoutId)
        ? {
            status: "SUCCESS",
            gatewayTransactionId: `c-${checkoutId}`,
            amountPaise: 10_000n,
            currency: "INR",
          }
        : { status: "OPEN" },
    )) as never;
  override findSentRefund = async (): Promise<never> => {
    this.lookups += 1;
    await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    throw new GatewayUnavailable("the time limit is over");
  };
}

let service: TestService;
let context: ReturnType<typeof depsOn>;
let gateway: Charged;
let deps: Deps;
let merchantId: number;
let template: string;
beforeAll(async () => {
  service = await startTestService({ SWEEP_INTERVAL_MS: "600000" }, undefined, { role: "service" });
  context = depsOn(service);
  gateway = new Charged("vendor");
  deps = { ...context.deps, gateways: new Map([...context.deps.gateways, ["vendor", gateway]]) };
  const payment = await service.merchant.payment({}, null);
  template = payment.transaction_id;
  const { rows } = await service.db.query<{ merchant_id: number }>(
    "select merchant_id from payments where id = $1",
    [template],
  );
  merchantId = rows[0]?.merchant_id ?? 0;
});
afterEach(async () => {
  await service.db.query("delete from refund_hold");
  await service.db.query("delete from payment_events where payment_id like 'COPY%'");
  await service.db.query("delete from payments where id like 'COPY%'").catch(() => undefined);
});
afterAll(async () => {
  await context.close();
  await service.stop();
});

/** Overdue payments of `gateway`, the older ones first; all are from the backup. */
async function overdue(count: number, prefix: string, of: string, agoMinutes: number): Promise<void> {
  await service.db.query(
    `insert into payments select (jsonb_populate_record(p, jsonb_build_object(
        'id', 'COPY' || $3::text || i, 'merchant_transaction_id', 'COPY' || $3::text || i, 'checkout_token', 'COPY' || $3::text || i,
        'gateway', $4::text, 'gateway_checkout_id', 'co-' || $3::text || i, 'created_at', now() - interval '2 days', 'link_issued_at', now() - interval '2 days',
        'expires_at', now() - $5 * interval '1 minute' - i * interval '1 millisecond', 'watched_until', now() - interval '1 minute', 'amount_paise', 10000))).*
     from payments p, generate_series(1, $2::int) i where p.id = $1`,
    [template, count, prefix, of, agoMinutes],
  );
}
async function restored(): Promise<void> {
  const now = new Date(Date.now() - 60_000);
  await holdRefunds(deps.pool, { backupMadeAt: now, restoredAt: now });
  await releaseRefunds(deps.pool, now);
}
const statusesOf = async (prefix: string) =>
  (
    await service.db.query<{ status: string; count: number }>(
      "select status, count(*)::int as count from payments where id like $1 group by status",
      [`COPY${prefix}%`],
    )
  ).rows;

test("payments that wait for a vendor do not keep all other payments from ending", async () => {
  await overdue(500, "a", "vendor", 600);
  await overdue(3, "b", "simulator", 1);
  // The three are of after the restore.
  await service.db.query("update payments set created_at = now() where id like 'COPYb%'");
  await restored();
  for (let sweep = 0; sweep < 3; sweep += 1) await endOverduePayments(deps);
  expect(await statusesOf("b")).toEqual([{ status: "DROP", count: 3 }]);
}, 120_000);

test("a sweep waits only once for a vendor whose lookups of refunds take long", async () => {
  await overdue(40, "a", "vendor", 600);
  await restored();
  gateway.lookups = 0;
  gateway.delayMs = 200;
  await endOverduePayments(deps);
  gateway.delayMs = 0;
  expect(gateway.lookups).toBeLessThan(3);
}, 120_000);

test("a reconciliation compares the other payments of a vendor that does not say of five whether they were sent back", async () => {
  await overdue(5, "a", "vendor", 600);
  await overdue(1, "b", "vendor", 1);
  await service.db.query(
    "update payments set status = 'SUCCESS', completed_at = now(), gateway_transaction_id = 'lost' where id = 'COPYb1'",
  );
  gateway.charged = (id) => id.startsWith("co-a");
  await restored();
  const comparer = new Comparer(deps);
  const examine = (id: string) =>
    examineRecord(comparer, { merchantId, record: "payment", paymentId: id, recordId: id });
  for (let i = 1; i <= 5; i += 1) await examine(`COPYa${i}`);
  const found = await examine("COPYb1");
  gateway.charged = () => true;
  expect(found).toMatchObject({ kind: "disagrees" });
});
