import { findPayment } from "../../store/payments/payments";
import {
  type Page,
  paymentsToReconcile,
  type Period,
  refundsToReconcile,
  type ReversalKey,
  reversalsToReconcile,
  type RowKey,
} from "../../store/reconciliation";
import { findRefund } from "../../store/refunds/refunds";
import { findReversal } from "../../store/reversals/reversals";
import type { Deps } from "../deps";
import { Comparer } from "./compare";
import { comparePayment, compareRefund, compareReversal } from "./compare-records";
import type { Finding, RecordKind } from "./finding";
import { findStalled, resumeStalled } from "../resume-stalled";

/** `merchantId` null: every merchant. `period`: the final records to compare, besides all that are not final. */
export type Scope = { merchantId: number | null; period: Period; isDryRun: boolean };

/** How many records were compared, by kind. */
export type Compared = Record<RecordKind, number>;

const BATCH = 100;

/**
 * Compares the service's records with its gateways', repairs what may be repaired under the usual locks, and reports
 * the rest (decision 0014). Reads in batches, so it handles any number of records; safe to run at any time, beside a
 * running service and beside another run.
 */
export async function reconcile(
  deps: Deps,
  scope: Scope,
  emit: (finding: Finding) => void,
): Promise<Compared> {
  const comparer = new Comparer(deps, scope.isDryRun);
  const report = (finding: Finding | null): void => {
    if (finding !== null) emit(finding);
  };
  for (const finding of await reconcileJobs(deps, scope)) emit(finding);

  const payment = await eachOf<RowKey>(
    scope,
    (page) => paymentsToReconcile(deps.pool, page),
    async ({ merchantId, id }) => {
      const found = await findPayment(deps.pool, merchantId, id);
      if (found !== null) report(await comparePayment(comparer, found));
    },
  );
  const refund = await eachOf<RowKey>(
    scope,
    (page) => refundsToReconcile(deps.pool, page),
    async ({ merchantId, id }) => {
      const found = await findRefund(deps.pool, merchantId, id);
      if (found !== null) report(await compareRefund(comparer, found));
    },
  );
  const reversal = await eachOf<ReversalKey>(
    scope,
    (page) => reversalsToReconcile(deps.pool, page),
    async ({ merchantId, paymentId, gatewayTransactionId }) => {
      const found = await findReversal(deps.pool, merchantId, paymentId, gatewayTransactionId);
      if (found !== null) report(await compareReversal(comparer, found));
    },
  );
  return { payment, refund, reversal };
}

/** Visits every row of the scope in batches; returns their number. */
async function eachOf<K>(
  { merchantId, period }: Scope,
  read: (page: Page<K>) => Promise<K[]>,
  visit: (key: K) => Promise<void>,
): Promise<number> {
  let count = 0;
  let after: K | null = null;
  for (;;) {
    const keys: K[] = await read({ merchantId, period, after, limit: BATCH });
    for (const key of keys) await visit(key);
    count += keys.length;
    after = keys.at(-1) ?? null;
    if (keys.length < BATCH) return count;
  }
}

/** Adds a job for unfinished work that has none, as the sweep would, and reports each one. */
async function reconcileJobs(
  deps: Deps,
  scope: { merchantId: number | null; isDryRun: boolean },
): Promise<Finding[]> {
  const isMeant = ({ merchantId }: { merchantId: number }): boolean =>
    scope.merchantId === null || merchantId === scope.merchantId;
  const all = await findStalled(deps);
  const stalled = {
    refunds: all.refunds.filter(isMeant),
    reversals: all.reversals.filter(isMeant),
    payments: all.payments.filter(isMeant),
  };
  if (!scope.isDryRun) await resumeStalled(deps, stalled);

  const finding = (record: RecordKind, merchantId: number, id: string): Finding => ({
    record,
    merchantId,
    id,
    problem: "job_missing",
    outcome: scope.isDryRun ? "would_repair" : "repaired",
    here: "has not ended, and has no job",
    there: "not fetched",
  });
  return [
    ...stalled.refunds.map(({ merchantId, id }) => finding("refund", merchantId, id)),
    ...stalled.reversals.map((it) => finding("reversal", it.merchantId, it.gatewayTransactionId)),
    ...stalled.payments.map(({ merchantId, id }) => finding("payment", merchantId, id)),
  ];
}
