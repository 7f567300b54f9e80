import type { RecordKind } from "../../domain/reconciliation/finding";
import type { Deps } from "../deps";
import { findStalled, resumeStalled } from "../resume-stalled";

/** Adds a job for polled payments of a merchant that have none, as the sweep would; returns these payments. */
export async function resumeJobs(
  deps: Deps,
  scope: { merchantId: number; isDryRun: boolean },
): Promise<{ resumed: { record: RecordKind; id: string }[] }> {
  const stalled = (await findStalled(deps)).filter(({ merchantId }) => merchantId === scope.merchantId);
  if (!scope.isDryRun) await resumeStalled(deps, stalled);
  return { resumed: stalled.map(({ id }) => ({ record: "payment", id })) };
}
