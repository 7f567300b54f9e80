import type { Db } from "@/server/platform/pool";
import { recordAudit, type AuditAction, type AuditActor } from "../../audit/store";
import type { Approval } from "../domain/approval";
import { formatPaise } from "@/lib/money";
import { type ApprovalEnd, endApproval } from "../store/approvals";
import { notifyApprovalDecided } from "../store/notify-approval";
import { subjectDetail } from "../store/write-approval";

const ACTIONS = {
  APPROVED: "approval_approved",
  DECLINED: "approval_declined",
  WITHDRAWN: "approval_withdrawn",
  EXPIRED: "approval_expired",
  REFUSED: "approval_not_possible",
} as const satisfies Record<ApprovalEnd["state"], AuditAction>;

/**
 * Ends a waiting request with its audit entry, in the caller's transaction; that of a bulk run is due until the run knows. The caller holds the request's row lock and has seen that it waits.
 */
export async function writeApprovalEnd(
  db: Db,
  approval: Approval,
  end: ApprovalEnd,
  source: { actor: AuditActor; requestId?: string },
): Promise<void> {
  if (!(await endApproval(db, approval.id, end))) throw new Error("a held request does not wait any more");
  await notifyApprovalDecided(db, approval, end);
  const left = end.obstacleLeftPaise ?? null;
  await recordAudit(db, {
    at: end.at,
    actor: source.actor,
    ...(source.requestId !== undefined && { requestId: source.requestId }),
    action: ACTIONS[end.state],
    subject: { kind: "approval", id: approval.id },
    detail: {
      ...subjectDetail(approval),
      totals: approval.totals
        .map(({ currency, amountPaise }) => `${currency} ${formatPaise(amountPaise)}`)
        .join(", "),
      requestedBy: approval.requestedByName,
      note: end.note,
      ...(end.obstacle !== undefined && { obstacle: end.obstacle }),
      ...(left !== null && { left: formatPaise(left) }),
    },
  });
}
