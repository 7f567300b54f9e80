import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import type { TestService } from "@/tools/testing/routing/service";
import type { StripeDouble } from "@/tools/testing/routing/stripe-double";
import { sessionOf, startStripeService } from "@/tools/testing/routing/stripe-service";

/** Neither a poll nor a sweep of the service comes before the customer. */
let service: TestService;
let stripe: StripeDouble;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ service, stripe, stop } = await startStripeService({
    GATEWAY_FIRST_LOOK_MS: "600000",
    SWEEP_INTERVAL_MS: "600000",
  }));
});
afterEach(() => service.db.query("delete from refund_hold"));
afterAll(() => stop());

const statusOf = async (id: string) =>
  (await service.db.query<{ status: string }>("select status from payments where id = $1", [id])).rows[0]
    ?.status;
const submit = (link: string, outcome: string) =>
  fetch(link, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ outcome }).toString(),
    redirect: "manual",
  });
/** Initiated in the backup, and paid after it: the merchant knows that it succeeded, and may have delivered. */
async function paidAfterBackup(): Promise<{ id: string; link: string }> {
  const { transaction_id: id, payment_link: link } = await service.merchant.payment({}, null);
  stripe.pay(await sessionOf(service, id));
  await holdRefunds(service.db, { backupMadeAt: new Date(), restoredAt: new Date() });
  return { id, link: link ?? "" };
}
const release = () => releaseRefunds(service.db, new Date());
function refundsCannotBeRead(status: number): () => void {
  const body = { error: { type: "api_error", code: null, message: "no" } };
  const respondAgain = stripe.misbehave("GET", /refunds/, { kind: "error", status, body }, 99);
  onTestFinished(respondAgain);
  return respondAgain;
}

test("a customer who leaves during the hold after a restore ends nothing", async () => {
  const { id, link } = await paidAfterBackup();
  expect((await submit(link, "drop")).status).toBeLessThan(500);
  expect(await statusOf(id)).toBe("INITIATED");
});

test("one who leaves afterwards ends nothing either, and the payment succeeds once the gateway says so", async () => {
  const { id, link } = await paidAfterBackup();
  await release();
  const respondAgain = refundsCannotBeRead(403);
  expect((await submit(link, "drop")).status).toBeLessThan(500);
  expect(await statusOf(id)).toBe("INITIATED");
  respondAgain();
  expect((await submit(link, "drop")).status).toBeLessThan(500);
  expect(await statusOf(id)).toBe("SUCCESS");
  expect((await service.db.query("select from refunds where kind = 'reversal'")).rowCount).toBe(0);
});

test("one who has not paid can leave", async () => {
  const { transaction_id: id, payment_link: link } = await service.merchant.payment({}, null);
  await holdRefunds(service.db, { backupMadeAt: new Date(), restoredAt: new Date() });
  await release();
  await submit(link ?? "", "drop");
  expect(await statusOf(id)).toBe("DROP");
});

test.each(["drop", "retry"])("an overdue payment answers %s while its gateway does not", async (outcome) => {
  const { id, link } = await paidAfterBackup();
  await service.db.query("update payments set expires_at = now() - interval '1 minute' where id = $1", [id]);
  await release();
  refundsCannotBeRead(503);
  expect((await submit(link, outcome)).status).toBeLessThan(500);
  expect(await statusOf(id)).toBe("INITIATED");
});
