import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { countBrokenReconciliations } from "../../store/backlog";
import { addMerchant } from "../../testing/add-merchant";
import { depsOn } from "../../testing/deps";
import { choose, type CreatedPayment, type MerchantCode } from "../../testing/merchant-code";
import { startTestService, type TestService } from "../../testing/service";
import { deleteExpiredIdempotencyKeys } from "../idempotency";
import { deleteExpiredSignatures } from "../keys/use-signature";
import { endOverduePayments } from "../payments/end-payment";
import { sumPayments } from "../payments/sum-payments";
import { resumeRuns } from "../reconcile/continue-run";
import { startDailyRuns } from "../reconcile/start-run";
import { planRefundChecks } from "../refunds/plan-refund-checks";
import { findStalled, resumeStalled } from "../resume-stalled";
import { countOutcomes } from "../success-rate/count-outcomes";
import { deleteOldStatistics } from "../success-rate/delete-old-statistics";
import { sweepWebhooks } from "../webhooks/sweep-webhooks";
import { deleteUnusedAccounts } from "../gateways/delete-unused-accounts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Without a worker: the test runs each step of the sweep itself. */
let service: TestService;
let moving: MerchantCode;
let staying: MerchantCode;

beforeAll(async () => {
  service = await startTestService({}, undefined, { role: "service" });
  moving = service.merchant;
  staying = await addMerchant(service, "Staying");
  for (const merchant of [moving, staying]) {
    await merchant.ops("POST", "/v1/ops/webhooks/create", { url: "http://127.0.0.1:65530/hooks" });
    const paid = await merchant.payment();
    await merchant.refund(paid.transaction_id, "10.00");
    await merchant.refund(paid.transaction_id, "20.00");
    await merchant.payment({}, "failure");
    await merchant.payment({}, null);
  }
  // Everything is due at once, and its job is lost.
  await service.db.query("delete from graphile_worker._private_jobs");
  await service.db.query(
    "update payments set expires_at = now() - interval '1 second' where status = 'INITIATED'",
  );
  await service.db.query(
    "update payments set watched_until = now() + interval '1 hour' where status = 'SUCCESS'",
  );
  await service.db
    .query(`update refunds set status = 'SUCCESS', completed_at = now(), is_unsent = false, gateway_refund_id = 'simrfd_1',
       next_check_at = now() - interval '1 second' where amount_paise = 2000`);
  await service.db.query("update webhook_deliveries set next_attempt_at = now() - interval '1 hour'");
  await service.db.query(
    `insert into reconciliation_runs (merchant_id, source, from_day, until_day, repairs, state, requested_at, finished_at, failure, position)
     select id, 'request', '2026-01-01', '2026-01-01', false, 'broken', now(), now(), 'the test says so', '{}' from merchants`,
  );
  await service.db.query("update merchants set move_stage = 'frozen' where id = 1");
});
afterAll(() => service.stop());

const jobsOf = async (merchantId: number): Promise<number> =>
  (
    await service.db.query("select from graphile_worker._private_jobs where payload ->> 'merchantId' = $1", [
      String(merchantId),
    ])
  ).rowCount ?? 0;

test("its pending work is reported until it has moved, so that a move that was broken off is noticed", async () => {
  const becomes = (stage: string): Promise<unknown> =>
    service.db.query(
      `begin; set local paydeck.mover = 'on'; update merchants set move_stage = '${stage}' where id = 1; commit`,
    );
  expect(await countBrokenReconciliations(service.db)).toBe(2);
  await becomes("moved");
  expect(await countBrokenReconciliations(service.db)).toBe(1);
  await becomes("frozen");
});

test("a frozen merchant is left out by every step over all merchants, and keeps none from the others", async () => {
  const { deps, close } = depsOn(service);
  const log = vi.spyOn(deps.logger, "error");
  await endOverduePayments(deps);
  await resumeStalled(deps, await findStalled(deps));
  await planRefundChecks(deps);
  await sweepWebhooks(deps);
  await countOutcomes(deps);
  await sumPayments(deps);
  await startDailyRuns(deps, { repairs: false });
  await resumeRuns(deps);
  await deleteExpiredIdempotencyKeys(deps);
  await deleteExpiredSignatures(deps);
  await deleteOldStatistics(deps);
  await deleteUnusedAccounts(deps);
  await close();
  expect(log).not.toHaveBeenCalled();
  expect(await jobsOf(1)).toBe(0);
  expect(await jobsOf(2)).toBeGreaterThan(3);
  const { rows } = await service.db.query(
    "select merchant_id, count(*)::integer as open from payments where status = 'INITIATED' group by 1 order by 1",
  );
  expect(rows).toEqual([{ merchant_id: 1, open: 1 }]);
});

test("its requests are refused after the signature, and only its own", async () => {
  const answers = await Promise.all([
    moving.initiate(),
    moving.status("ORDER-1"),
    moving.refundStatus("RFD1"),
    moving.ops("GET", "/v1/ops/capabilities"),
  ]);
  const text = "The service is temporarily unavailable. Try again.";
  expect(answers.map(({ status, json }) => [status, json])).toMatchObject([
    [503, { success: false, message: [{ body: text }] }],
    [503, { success: false, message: text }],
    [503, { success: false, message: text, data: null }],
    [503, { detail: text }],
  ]);
  expect(answers.map(({ headers }) => headers.get("retry-after"))).toEqual(["1", "1", "1", "1"]);
  const wrong = await moving.send("/v1/route/transaction-status", { merchant_transaction_id: "ORDER-1" }, [
    "other",
  ]);
  expect(wrong.status).toBe(401);
  expect((await staying.initiate()).status).toBe(201);
});

test("its customers see a page that loads itself again, and nothing is charged", async () => {
  const { rows } = await service.db.query<{ id: number; token: string }>(
    "select merchant_id as id, checkout_token as token from payments where status = 'INITIATED' and merchant_id = 1",
  );
  const link = `${service.baseUrl}/pay/1-${rows[0]?.token ?? ""}`;
  const page = await fetch(link);
  expect([page.status, page.headers.get("refresh")]).toEqual([503, "3"]);
  expect(await page.text()).toContain("One moment, please");
  expect((await choose(link, "success")).status).toBe(503);
  const other = (await staying.initiate()).json as CreatedPayment;
  expect((await fetch(other.payment_link)).status).toBe(200);
});
