import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { notify } from "../../notifications/store";
import { findPerson } from "../../people/store";
import type { ApprovalEnd } from "./approvals";
import type { Approval, ApprovalSubject, EvaluatedTotal } from "../domain/approval";

type Described = { id: string; rowCount: number; totals: readonly EvaluatedTotal[] };

const described = ({ id, rowCount, totals }: Described, subject: ApprovalSubject) => ({
  approvalId: id,
  reference: subject.kind === "refund" ? subject.reference : null,
  rows: rowCount,
  totals: totals.map(({ currency, amountPaise }) => ({ currency, amount: formatPaise(amountPaise) })),
});

/** Notifies those who may decide, except the requester, in the transaction that writes the request. */
export async function notifyApprovalWaiting(
  db: Db,
  approval: Described & { subject: ApprovalSubject; at: Date },
  requester: { userId: string; name: string },
): Promise<void> {
  await notify(db, {
    event: "approval_waiting",
    detail: { ...described(approval, approval.subject), requestedBy: requester.name },
    at: approval.at,
    to: "everybody_permitted",
    except: requester.userId,
    dedupeKey: `approval_waiting:${approval.id}`,
  });
}

const DECISIONS = {
  APPROVED: "approved",
  DECLINED: "declined",
  EXPIRED: "expired",
  REFUSED: "not_possible",
} as const;

/** Notifies the requester, in the transaction that ends the request. A withdrawal is the requester's own. */
export async function notifyApprovalDecided(db: Db, approval: Approval, end: ApprovalEnd): Promise<void> {
  if (end.state === "WITHDRAWN") return;
  const decider = end.decidedById === null ? null : await findPerson(db, end.decidedById);
  await notify(db, {
    event: "approval_decided",
    detail: {
      ...described(approval, approval),
      decision: DECISIONS[end.state],
      decidedBy: decider?.name ?? null,
    },
    at: end.at,
    to: { people: [approval.requestedById] },
    dedupeKey: `approval_decided:${approval.id}`,
  });
}
