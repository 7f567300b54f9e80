import type { Deps } from "../deps";
import { findStalled, resumeStalled } from "../resume-stalled";
import type { Finding, RecordKind } from "./finding";

/** Adds a job for unfinished work that has none, as the sweep would, and reports each one. */
export async function reconcileJobs(
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
