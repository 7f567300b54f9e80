import { beforeEach, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { eventually, type MerchantCode, newReference } from "@/tools/testing/routing/merchant-code";
import { end, launch } from "@/tools/testing/routing/service";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { deleteOldPayments } from "../payments/delete-old-payments";
import { deleteOldRuns } from "./delete-old-runs";
import { startDailyRuns } from "./start-run";

const KEPT_DAYS = 90;
const byHand = useServiceWithoutWorker();
const query = async <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
  (await byHand.service.db.query<T>(text, values)).rows;

let merchant: MerchantCode;
let merchantId: number;
beforeEach(async () => {
  const name = newReference();
  merchant = await addMerchant(byHand.service, name);
  const [row] = await query<{ id: number }>("select id from merchants where name = $1", [name]);
  merchantId = row?.id ?? 0;
});

type Run = { daysAgo: number; source?: "daily" | "request"; state?: "done" | "broken" | "running" };

async function addRun({ daysAgo, source = "request", state = "done" }: Run): Promise<bigint> {
  const [row] = await query<{ id: bigint }>(
    `insert into reconciliation_runs (merchant_id, source, from_day, until_day, repairs, state, requested_at, finished_at,
       position)
     select $1, $2, day, day, false, $4, now() - $3::int * interval '1 day',
       case when $4 <> 'running' then now() - $3::int * interval '1 day' end, '{}'
     from (select (now() - ($3::int + 1) * interval '1 day')::date as day) as of_run returning id`,
    [merchantId, source, daysAgo, state],
  );
  return row?.id ?? 0n;
}

async function addFinding(
  state: "open" | "repaired" | "settled" | "gone",
  { daysAgo, payment = "TXN1", runId }: { daysAgo: number; payment?: string; runId?: bigint },
): Promise<bigint> {
  const [row] = await query<{ id: bigint }>(
    `insert into reconciliation_findings (merchant_id, record, payment_id, record_id, gateway, problem, is_certain, here,
       stake_paise, stake_currency, state, first_seen_at, last_seen_at, closed_at, settlement)
     select $1, 'payment', $2, $2, 'simulator', 'unpaid_there', false, '{}', 100, 'INR', $3, at, at,
       case when $3 <> 'open' then at end, case when $3 = 'settled' then '{}'::jsonb end
     from (select now() - $4::int * interval '1 day' as at) as of_finding returning id`,
    [merchantId, payment, state, daysAgo],
  );
  const id = row?.id ?? 0n;
  if (runId !== undefined)
    await query("insert into reconciliation_run_findings values ($1, $2, $3)", [merchantId, runId, id]);
  return id;
}

const left = async (table: "runs" | "findings"): Promise<bigint[]> =>
  (
    await query<{ id: bigint }>(`select id from reconciliation_${table} where merchant_id = $1 order by id`, [
      merchantId,
    ])
  ).map(({ id }) => id);

const deleteOld = (): Promise<void> =>
  deleteOldRuns(byHand.deps, new Date(Date.now() - KEPT_DAYS * 24 * 60 * 60_000), {
    signal: new AbortController().signal,
    pauseMs: 0,
  });

describe("of the reconciliation", () => {
  test("old runs are deleted that are done or broken; younger ones and one that goes on stay", async () => {
    await addRun({ daysAgo: 91 });
    await addRun({ daysAgo: 91, state: "broken" });
    const going = await addRun({ daysAgo: 91, state: "running" });
    const young = await addRun({ daysAgo: 89 });
    await deleteOld();
    expect(await left("runs")).toEqual([going, young]);
  });

  test("the daily runs stay from which the next one begins, however old they are", async () => {
    await addRun({ daysAgo: 300, source: "daily" });
    const done = await addRun({ daysAgo: 200, source: "daily" });
    const broken = await addRun({ daysAgo: 150, source: "daily", state: "broken" });
    await deleteOld();
    expect(await left("runs")).toEqual([done, broken]);
    // Begins after the last day that was compared, within 31 days, as before.
    await startDailyRuns(byHand.deps, { repairs: false });
    const [next] = await query<{ days: number }>(
      `select until_day - from_day as days from reconciliation_runs where merchant_id = $1 and state = 'queued'`,
      [merchantId],
    );
    expect(next?.days).toBe(30);
  });

  test("daily runs that have all broken stay: the first says since when days are to be compared", async () => {
    const broken = await addRun({ daysAgo: 200, source: "daily", state: "broken" });
    await deleteOld();
    expect(await left("runs")).toEqual([broken]);
  });

  test("old findings are deleted that were repaired or agree again; open and younger ones stay", async () => {
    const runId = await addRun({ daysAgo: 91 });
    await addFinding("repaired", { daysAgo: 91, runId });
    await addFinding("gone", { daysAgo: 91 });
    const open = await addFinding("open", { daysAgo: 91, runId });
    const young = await addFinding("gone", { daysAgo: 89, runId });
    await deleteOld();
    expect(await left("findings")).toEqual([open, young]);
    expect(await left("runs")).toEqual([]);
  });

  test("a settled finding stays as long as its payment, so that no run asks again what people decided", async () => {
    const { transaction_id: payment } = await merchant.payment();
    const settled = await addFinding("settled", { daysAgo: 500, payment });
    await addFinding("settled", { daysAgo: 500, payment: "TXNGONE" });
    const young = await addFinding("settled", { daysAgo: 89, payment: "TXNGONE" });
    await deleteOld();
    expect(await left("findings")).toEqual([settled, young]);
  });

  test("a payment stays as long as a finding about it is open", async () => {
    const { transaction_id: payment } = await merchant.payment();
    const open = await addFinding("open", { daysAgo: 500, payment });
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
    const deletePayments = (): Promise<void> =>
      deleteOldPayments(byHand.deps, tomorrow, { signal: new AbortController().signal, pauseMs: 0 });
    const isThere = async (): Promise<boolean> =>
      (await query("select from payments where id = $1", [payment])).length === 1;
    await deletePayments();
    expect(await isThere()).toBe(true);
    await query("update reconciliation_findings set state = 'gone', closed_at = now() where id = $1", [open]);
    await deletePayments();
    expect(await isThere()).toBe(false);
  });

  test("a worker with RECONCILIATION_KEEP_DAYS deletes more than one batch", async () => {
    await query(
      `insert into reconciliation_findings (merchant_id, record, payment_id, record_id, gateway, problem, is_certain, here,
         stake_paise, stake_currency, state, first_seen_at, last_seen_at, closed_at)
       select $1, 'payment', 'TXN' || n, 'TXN' || n, 'simulator', 'unpaid_there', false, '{}', 100, 'INR', 'gone', at, at, at
       from generate_series(1, 1500) n, (select now() - interval '91 days' as at) as of_finding`,
      [merchantId],
    );
    const worker = await launch(
      { ...byHand.service.variables, RECONCILIATION_KEEP_DAYS: String(KEPT_DAYS) },
      { role: "worker" },
    );
    try {
      const ids = await eventually(
        () => left("findings"),
        (found) => found.length === 0,
        30_000,
      );
      expect(ids).toEqual([]);
    } finally {
      await end(worker, "SIGTERM");
    }
  });
});
