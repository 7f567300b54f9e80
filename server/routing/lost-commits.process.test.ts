import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type NetworkDouble, openNetworkDouble } from "@/tools/testing/platform/network-double";
import { type OwnPostgres, startOwnPostgres } from "@/tools/testing/own-postgres";
import { type Standby, startStandby } from "@/tools/testing/standby";
import { query } from "@/tools/testing/embedded/harness";
import { projectRoot } from "@/server/platform/root";
import { type CreatedPayment, eventually } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { startTestService, type TestServiceProcess } from "@/tools/testing/routing/service";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";
import { sessionOf, statusesOf } from "@/tools/testing/routing/stripe-service";

/**
 * Asynchronous replication: the standby that is promoted lacks the primary's last commits, while the gateway, a double
 * of Stripe with records of its own, has what they were about.
 */
let postgres: OwnPostgres;
let standby: Standby;
let address: NetworkDouble;
let stripe: StripeDouble;
let service: TestServiceProcess;
let logged = "";
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });
beforeAll(async () => {
  postgres = await startOwnPostgres();
  standby = await startStandby(postgres.folder, postgres.adminUrl);
  stripe = await startStripeDouble();
  const { database } = postgres;
  address = await openNetworkDouble(database.url);
  service = await startTestService(
    {
      ROUTING_DATABASE_URL: address.urlOf(database.url),
      ROUTING_LOG_LEVEL: "warn",
      STRIPE_SECRET_KEY: TEST_STRIPE.secretKey,
      STRIPE_WEBHOOK_SECRET: TEST_STRIPE.webhookSecret,
      STRIPE_API_BASE: stripe.url,
      GATEWAY_FIRST_LOOK_MS: "600000",
    },
    database,
    { onOutput: (text) => (logged += text) },
  );
  await saveRules(service.merchant, [rule("stripe", { target: { kind: "gateway", gateway: "stripe" } })]);
});
afterAll(async () => {
  const [routing, open, copy, vendor] = [service, address, standby, stripe] as [
    TestServiceProcess?,
    NetworkDouble?,
    Standby?,
    StripeDouble?,
  ];
  await routing?.stop();
  await open?.close();
  await copy?.kill();
  await vendor?.close();
  await (postgres as OwnPostgres | undefined)?.stop();
});

const notify = (type: string, object: object) =>
  stripe.deliver(`${service.baseUrl}/gateways/stripe/notifications`, type, object);
const becomesSuccess = ({ merchant_transaction_id: reference }: CreatedPayment) =>
  eventually(
    () => statusesOf(service, reference),
    ([latest]) => latest === "SUCCESS",
  );

/** The customer pays, the gateway reports it, and the merchant learns of it. */
async function pay(payment: CreatedPayment): Promise<object> {
  const session = await sessionOf(service, payment.transaction_id);
  stripe.pay(session);
  const paid = stripe.sessions.get(session) ?? {};
  expect(await notify("checkout.session.completed", paid)).toBe(200);
  await becomesSuccess(payment);
  return paid;
}

/** Not synchronously: its connection goes through the address that this process serves. */
function program(name: string, args: string[]): Promise<string> {
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH, ...service.variables };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot(), "dist", `${name}.js`), ...args],
      { env },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

test("after asynchronous replication lost commits, open payments are repaired, and lost ones are reported by the gateway alone", async () => {
  const { merchant } = service;
  const kept = await merchant.payment({}, null);
  await pay(kept);
  const open = await merchant.payment({}, null);
  // Only a superuser sees how far the standby is.
  await eventually(
    () =>
      query(postgres.adminUrl, "select pg_current_wal_lsn() - replay_lsn as lag from pg_stat_replication"),
    (rows) => rows[0]?.lag === "0",
  );
  const beforeLag = new Date(Date.now() - 1_000).toISOString();
  await standby.cutOff();

  await pay(open);
  const lost = await merchant.payment({}, null);
  const lostSession = await pay(lost);
  const refunded = await merchant.refund(kept.transaction_id, "100.00");
  expect(refunded.status).toBe(201);
  const { refund_id: lostRefund } = refunded.json as { refund_id: string };
  await eventually(
    async () => ((await merchant.refundStatus(lostRefund)).json as { refund_status: string }).refund_status,
    (status) => status === "SUCCESS",
  );

  // The steps are those of docs/maintenance.md: stop, promote, hold refunds with a time before the lag, start.
  await service.killAndRestart(async () => {
    await postgres.kill();
    await standby.promote();
    address.moveTo(Number(new URL(standby.urlOf(postgres.adminUrl)).port));
    expect(await program("refunds", ["hold", beforeLag])).toContain("Routing service: refunds are held.");
  });

  // What the standby has, and what it lacks.
  expect(await statusesOf(service, open.merchant_transaction_id)).toEqual(["INITIATED"]);
  expect((await merchant.status(lost.merchant_transaction_id)).status).toBe(404);
  expect((await merchant.refundStatus(lostRefund)).status).toBe(404);

  // Reconciliation repairs the payment that is still here. It cannot know of those that are not.
  const today = new Date().toISOString().slice(0, 10);
  const output = await program("reconcile", ["--day", today, "--json"]);
  expect(output).toContain(`"id":"${open.transaction_id}"`);
  expect(output).toContain('"problem":"ended_there"');
  expect(output).not.toContain(lost.transaction_id);
  expect(output).not.toContain(lostRefund);
  expect(await statusesOf(service, open.merchant_transaction_id)).toEqual(["SUCCESS"]);

  // The gateway's notifications are accepted, change nothing, and say in the log what is missing.
  expect(await notify("checkout.session.completed", lostSession)).toBe(200);
  const [vendorRefund] = stripe.refunds.values();
  expect(await notify("refund.updated", vendorRefund ?? {})).toBe(200);
  await eventually(
    () => Promise.resolve(logged),
    (text) => text.includes("a gateway reports a refund that is not here"),
  );
  expect(logged).toContain("a gateway reports a payment that is not here");
  expect(logged).toContain(lost.transaction_id);
  expect((await merchant.status(lost.merchant_transaction_id)).status).toBe(404);

  // The amount of the lost refund seems refundable; the hold keeps it from being refunded twice.
  expect((await merchant.refund(kept.transaction_id, "100.00")).status).toBe(429);
  expect((await merchant.initiate()).status).toBe(201);
});
