import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { reconcileAndReport } from "./reconcile-and-report";
import { readReconcileArguments } from "./reconcile-arguments";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { depsOn } from "@/tools/testing/routing/deps";
import { type CreatedPayment, eventually, type MerchantCode } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
let processes: [ReturnType<typeof depsOn>, ReturnType<typeof depsOn>];
beforeAll(async () => {
  // Prevents polls and sweeps during the tests: every repair here is made by the reconciliation.
  service = await startTestService({ GATEWAY_FIRST_LOOK_MS: "600000", SWEEP_INTERVAL_MS: "600000" });
  processes = [depsOn(service), depsOn(service)];
});
afterAll(async () => {
  await Promise.all(processes.map(({ close }) => close()));
  await service.stop();
});

/** A separate merchant per test, to which its runs are limited. */
let merchant: MerchantCode;
let name: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  name = `Shop ${count}`;
  merchant = await addMerchant(service, name);
});

const TODAY = new Date().toISOString().slice(0, 10);
type Run = { code: number; stdout: string };
/** What the command does in its own process; each of {@link processes} has its own connections. */
async function run(args: string[], { deps } = processes[0]): Promise<Run> {
  const wanted = readReconcileArguments(args, systemClock.now());
  if (!wanted.ok) throw new Error(wanted.error);
  let stdout = "";
  const code = await reconcileAndReport(deps, wanted.value, (text) => (stdout += text));
  return { code, stdout };
}
type Line = { type: string; id: string; problem: string; outcome: string; compared: Record<string, number> };
/** Runs a reconciliation of today and this test's merchant with JSON output. */
async function reconcile(
  more: string[] = [],
  process = processes[0],
): Promise<{ code: number; findings: Line[]; summary: Line }> {
  const { code, stdout } = await run(["--json", "--day", TODAY, "--merchant", name, ...more], process);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const summary = lines.at(-1);
  if (summary?.type !== "summary") throw new Error(stdout);
  return { code, findings: lines.slice(0, -1), summary };
}

const statusOf = async (payment: CreatedPayment): Promise<string | undefined> =>
  ((await merchant.status(payment.merchant_transaction_id)).json as { transaction_status: string }[])[0]
    ?.transaction_status;
/** The gateway charged the customer, and the process died before the gateway could report it. */
const chargeAtGateway = (payment: CreatedPayment, amountPaise = 50_000): Promise<unknown> =>
  service.db.query(
    `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
     select gateway_checkout_id, 'simpay_' || id || merchant_id, $2, currency, 'SUCCESS', now() from payments where id = $1`,
    [payment.transaction_id, amountPaise],
  );
async function refund(payment: CreatedPayment, amount: string, status: string | null): Promise<string> {
  const { refund_id: id } = (await merchant.refund(payment.transaction_id, amount)).json as {
    refund_id: string;
  };
  if (status !== null)
    await eventually(
      () => refundStatusOf(id),
      (seen) => seen === status,
    );
  return id;
}
const refundStatusOf = async (id: string): Promise<string> =>
  ((await merchant.refundStatus(id)).json as { refund_status: string }).refund_status;

describe("records that agree", () => {
  test("nothing is found in open, paid, failed and refunded ones, over several batches, and the exit code is 0", async () => {
    const paid = await merchant.payment();
    await merchant.payment({}, "failure");
    await merchant.payment({}, "drop");
    await refund(paid, "100.00", "SUCCESS");
    await refund(paid, "100.91", "FAILURE");
    await Promise.all(Array.from({ length: 110 }, () => merchant.payment({}, null)));
    const { code, findings, summary } = await reconcile();
    expect([code, findings]).toEqual([0, []]);
    expect(summary.compared).toEqual({ payment: 113, refund: 2, reversal: 0 });
    const text = await run(["--day", TODAY, "--merchant", name]);
    expect(text.stdout).toContain("113 payments, 2 refunds, 0 reversals.\n\nEverything agrees.");
  });

  test("another day's ended records are left out", async () => {
    await merchant.payment();
    expect((await reconcile(["--dry-run"])).summary.compared).toMatchObject({ payment: 1 });
    const { stdout } = await run(["--json", "--day", "2026-01-01", "--merchant", name]);
    expect((JSON.parse(stdout) as Line).compared).toMatchObject({ payment: 0 });
  });
});

describe("a reversal that has changed at the gateway", () => {
  test("is reported to a person, and its status follows the gateway", async () => {
    const payment = await merchant.payment({}, null);
    await merchant.cancel(payment.merchant_transaction_id);
    await chargeAtGateway(payment);
    await reconcile();
    const status = async (): Promise<string | undefined> =>
      (
        await service.db.query<{ status: string }>(
          "select status from refunds where kind = 'reversal' and payment_id = $1",
          [payment.transaction_id],
        )
      ).rows[0]?.status;
    await eventually(status, (seen) => seen === "SUCCESS");
    // The worker, which asks for late changes too, must not be first.
    await service.db.query("update refunds set due_at = now() + interval '1 day' where payment_id = $1", [
      payment.transaction_id,
    ]);
    const settle = (outcome: string): Promise<unknown> =>
      service.db.query(
        `update simulator.refunds set outcome = $2 where refund_id =
           (select gateway_refund_id from refunds where kind = 'reversal' and payment_id = $1)`,
        [payment.transaction_id, outcome],
      );
    await settle("FAILURE");
    expect(await reconcile(["--dry-run"])).toMatchObject({ findings: [{ problem: "not_refunded_there" }] });
    expect(await status()).toBe("SUCCESS");
    expect(await reconcile()).toMatchObject({ code: 2, findings: [{ problem: "not_refunded_there" }] });
    expect(await status()).toBe("FAILURE");
    expect(await reconcile()).toMatchObject({ code: 2, findings: [{ problem: "reversal_failed" }] });
    await settle("SUCCESS");
    expect(await reconcile()).toMatchObject({ code: 2, findings: [{ problem: "refunded_there" }] });
    expect(await status()).toBe("SUCCESS");
    // Somebody may have sent the money by hand meanwhile: it stays a finding until two people settle it (decision 0288).
    expect(await reconcile()).toMatchObject({ code: 2, findings: [{ problem: "refunded_there" }] });
  });
});

describe("what is repaired", () => {
  test("a charge whose report was lost; a dry run reports it first and changes nothing", async () => {
    const payment = await merchant.payment({}, null);
    await chargeAtGateway(payment);
    const dry = await reconcile(["--dry-run"]);
    expect([dry.code, dry.findings]).toMatchObject([
      0,
      [{ id: payment.transaction_id, problem: "ended_there", outcome: "would_repair" }],
    ]);
    expect(await statusOf(payment)).toBe("INITIATED");
    const wet = await reconcile();
    expect([wet.code, wet.findings]).toMatchObject([0, [{ problem: "ended_there", outcome: "repaired" }]]);
    expect(await statusOf(payment)).toBe("SUCCESS");
    expect(await reconcile()).toMatchObject({ code: 0, findings: [] });
  });

  test("money for a cancelled payment: it goes back, once, also when two runs find it at the same time (decision 0004)", async () => {
    const payment = await merchant.payment({}, null);
    await merchant.cancel(payment.merchant_transaction_id);
    await chargeAtGateway(payment);
    const runs = await Promise.all(processes.map((process) => reconcile([], process)));
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(runs.flatMap(({ findings }) => findings).map(({ problem }) => problem)).toContain("late_money");
    const reversals = await eventually(
      () =>
        service.db.query<{ status: string }>(
          `select status from refunds where kind = 'reversal' and payment_id = $1`,
          [payment.transaction_id],
        ),
      ({ rows }) => rows[0]?.status === "SUCCESS",
    );
    expect(reversals.rows).toHaveLength(1);
    expect(await statusOf(payment)).toBe("CANCELLED");
  });

  test("another amount or currency than requested: the payment fails and the money goes back (decision 0004)", async () => {
    const payment = await merchant.payment({}, null);
    await chargeAtGateway(payment, 100);
    expect((await reconcile()).findings).toMatchObject([{ problem: "other_charge", outcome: "repaired" }]);
    expect(await statusOf(payment)).toBe("FAILURE");
  });

  test("a refund that has ended at the gateway ends here", async () => {
    const paid = await merchant.payment();
    const id = await refund(paid, "10.92", "PROCESSING");
    await service.db.query(`update refunds set due_at = now() + interval '1 hour' where id = $1`, [id]);
    await service.db.query(
      `update simulator.refunds set settles_at = now() where idempotency_key like '%' || $1`,
      [id],
    );
    expect((await reconcile()).findings).toMatchObject([{ id, problem: "ended_there", outcome: "repaired" }]);
    expect(await refundStatusOf(id)).toBe("SUCCESS");
  });
});

describe("what needs a person is reported, never changed, and the exit code is 2", () => {
  test("paid here and not at the gateway", async () => {
    const paid = await merchant.payment();
    await service.db.query(`delete from simulator.charges where checkout_id like '%' || $1`, [
      paid.transaction_id,
    ]);
    const { code, findings } = await reconcile();
    expect([code, findings]).toMatchObject([
      2,
      [{ id: paid.transaction_id, problem: "unpaid_there", outcome: "needs_person" }],
    ]);
    expect(await statusOf(paid)).toBe("SUCCESS");
    const text = await run(["--day", TODAY, "--merchant", name]);
    expect([text.code, text.stdout]).toEqual([2, expect.stringContaining("Needs a person: 1") as string]);
    expect(text.stdout).toContain(paid.transaction_id);
  });

  test("paid in both places with different sums", async () => {
    const paid = await merchant.payment();
    await service.db.query(
      `update simulator.charges set amount_paise = 40000 where checkout_id like '%' || $1`,
      [paid.transaction_id],
    );
    expect(await reconcile()).toMatchObject({
      code: 2,
      findings: [{ problem: "amounts_differ", outcome: "needs_person" }],
    });
    expect(await statusOf(paid)).toBe("SUCCESS");
  });

  test.each([
    ["10.00", "SUCCESS", "FAILURE", "not_refunded_there"],
    ["10.91", "FAILURE", "SUCCESS", "refunded_there"],
  ])("a refund of %s that is %s here and %s there", async (amount, here, there, problem) => {
    const paid = await merchant.payment();
    const id = await refund(paid, amount, here);
    await service.db.query(`update simulator.refunds set outcome = $2 where idempotency_key like '%' || $1`, [
      id,
      there,
    ]);
    for (let times = 0; times < 2; times += 1) {
      expect(await reconcile()).toMatchObject({
        code: 2,
        findings: [{ id, problem, outcome: "needs_person" }],
      });
    }
    expect(await refundStatusOf(id)).toBe(here);
    const alarms = await service.db.query(
      `select 1 from payment_events where payment_id = $1 and kind = 'refund_succeeded_late'`,
      [paid.transaction_id],
    );
    expect(alarms.rows).toHaveLength(there === "SUCCESS" ? 1 : 0);
  });

  test("a refund that the gateway does not know", async () => {
    const paid = await merchant.payment();
    const id = await refund(paid, "10.00", "SUCCESS");
    await service.db.query(`delete from simulator.refunds where idempotency_key like '%' || $1`, [id]);
    expect(await reconcile()).toMatchObject({
      code: 2,
      findings: [{ id, problem: "unknown_there", outcome: "needs_person" }],
    });
  });
});

describe("errors are reported in sentences, and the exit code is 1", () => {
  test("a gateway that is not configured here", async () => {
    const payment = await merchant.payment({}, null);
    await service.db.query(`update payments set gateway = 'stripe' where id = $1`, [payment.transaction_id]);
    const { code, findings } = await reconcile();
    expect([code, findings]).toMatchObject([
      1,
      [{ id: payment.transaction_id, problem: "no_response", outcome: "unanswered" }],
    ]);
    expect(await statusOf(payment)).toBe("INITIATED");
  });

  test("a merchant that does not exist", async () => {
    await expect(run(["--merchant", "Nobody at all"])).rejects.toThrow("none named");
  });
});
