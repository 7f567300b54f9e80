import type { RecordKind } from "../../domain/reconciliation/finding";
import type { Deps } from "../deps";
import { findStalled, resumeStalled } from "../resume-stalled";

/** Adds a job for unfinished work of a merchant that has none, as the sweep would; returns that work. */
export async function resumeJobs(
  deps: Deps,
  scope: { merchantId: number; isDryRun: boolean },
): Promise<{ resumed: { record: RecordKind; id: string }[] }> {
  const isMeant = ({ merchantId }: { merchantId: number }): boolean => merchantId === scope.merchantId;
  const all = await findStalled(deps);
  const stalled = {
    refunds: all.refunds.filter(isMeant),
    reversals: all.reversals.filter(isMeant),
    payments: all.payments.filter(isMeant),
  };
  if (!scope.isDryRun) await resumeStalled(deps, stalled);
  return {
    resumed: [
      ...stalled.refunds.map(({ id }) => ({ record: "refund", id }) as const),
      ...stalled.reversals.map((it) => ({ record: "reversal", id: it.gatewayTransactionId }) as const),
      ...stalled.payments.map(({ id }) => ({ record: "payment", id }) as const),
    ],
  };
}
