import type { Db } from "@/server/platform/pool";
import type { AuditActor } from "../../audit/store";
import { writeApprovalEnd } from "../../approvals";
import { lockApproval } from "../../approvals/store";
import { endWithdrawnRows, followRefunds, lockLeftRequests } from "../store/bulk-left-refunds";
import { stopReadyBulkRows } from "../store/bulk-row-moves";

type Source = { actor: AuditActor; requestId?: string };

/**
 * Settles rows that wait to be sent although an earlier attempt left something of them: a process died after a lowered
 * threshold had made a request of a row, or that request was approved before it could be withdrawn. A waiting request is
 * withdrawn and its row ends in the same transaction, so that nobody approves a refund whose row says that it was not
 * sent; a refund that exists is followed. `stops` ends all other waiting rows as well. The caller holds the run's lock.
 */
export async function settleLeftRows(
  db: Db,
  runId: string,
  { at, source, stops }: { at: Date; source: Source; stops: boolean },
): Promise<void> {
  const requests = await lockLeftRequests(db, runId);
  await followRefunds(db, runId);
  if (requests.length > 0) await endWithdrawnRows(db, requests);
  if (stops) await stopReadyBulkRows(db, runId);
  // The audit log comes last: every other writer to it waits until this transaction ends.
  const by = source.actor === "system" ? null : source.actor.userId;
  for (const id of requests) await withdrawRequestOfRow(db, id, { at, source, by });
}

/**
 * Withdraws the request of a single row, whoever runs the run by now. `by`: the person who wants it withdrawn, null for a
 * job. The request names them if they requested it, else nobody: the audit log has the other person. Returns whether its refund was approved instead;
 * then it is sent without the run.
 */
export async function withdrawRequestOfRow(
  db: Db,
  approvalId: string,
  { at, source, by }: { at: Date; source: Source; by: string | null },
): Promise<{ isApproved: boolean }> {
  const approval = await lockApproval(db, approvalId);
  if (approval?.state === "WAITING") {
    const decidedById = by === approval.requestedById ? by : null;
    const end = { state: "WITHDRAWN", at, decidedById, note: null } as const;
    await writeApprovalEnd(db, approval, end, source);
  }
  return { isApproved: approval?.state === "APPROVED" };
}
