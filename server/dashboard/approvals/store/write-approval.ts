import type { Role } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { type AuditDetail, recordAudit } from "../../audit/store";
import type { Ctx } from "../../context";
import type { Approval, ApprovalSubject, EvaluatedTotal } from "../domain/approval";
import { insertApproval } from "./approvals";
import { notifyApprovalWaiting } from "./notify-approval";

const MINUTE_MS = 60_000;

type ApprovalToWrite = {
  id: string;
  subject: ApprovalSubject;
  role: Role;
  at: Date;
  lifetimeMinutes: number;
  rowCount: number;
  /** All its payments are test payments. */
  isTest: boolean;
  totals: readonly EvaluatedTotal[];
  reservations: readonly { transactionId: string; amountPaise: bigint }[];
  /** The intents that the requester of a single refund has confirmed as separate. */
  separateFrom?: readonly string[];
};

/**
 * Stores a request for approval, which a worker expires, and its audit entry, in the caller's transaction. Returns when
 * it expires; null when its id or its run already has a request.
 */
export async function writeApproval(db: Db, ctx: Ctx, approval: ApprovalToWrite): Promise<Date | null> {
  const expiresAt = new Date(approval.at.getTime() + approval.lifetimeMinutes * MINUTE_MS);
  const isNew = await insertApproval(db, {
    id: approval.id,
    subject: approval.subject,
    serviceAddress: ctx.routing.serviceAddress,
    requestedById: ctx.actor.userId,
    ...requestedRoleOf(approval.role),
    requestedAt: approval.at,
    expiresAt,
    rowCount: approval.rowCount,
    isTest: approval.isTest,
    totals: approval.totals,
    reservations: approval.reservations,
  });
  if (!isNew) return null;
  await notifyApprovalWaiting(db, approval, ctx.actor);
  await recordAudit(db, {
    at: approval.at,
    actor: ctx.actor,
    action: "approval_requested",
    subject: { kind: "approval", id: approval.id },
    detail: {
      ...subjectDetail(approval.subject),
      ...totalsDetail(approval.totals),
      ...separateDetail(approval.separateFrom ?? []),
    },
    requestId: ctx.requestId,
  });
  return expiresAt;
}

/** `requestedRole` is a preset; a composed role, which stands for finance, has its name beside it (decision 0304). */
function requestedRoleOf(role: Role): Pick<Approval, "requestedRole" | "requestedRoleName"> {
  if (typeof role !== "string") return { requestedRole: "finance", requestedRoleName: role.name };
  return { requestedRole: role === "admin" ? "admin" : "finance", requestedRoleName: null };
}

/** The subject of a request, for the audit log. */
export function subjectDetail(subject: ApprovalSubject): AuditDetail {
  return subject.kind === "refund"
    ? { transactionId: subject.transactionId, reference: subject.reference, reason: subject.reason }
    : { runId: subject.runId, runName: subject.runName };
}

/** The refunds that a person confirmed as no duplicates, for the audit log. Empty when there was no need to. */
export function separateDetail(separateFrom: readonly string[]): { separateFrom?: string } {
  return separateFrom.length === 0 ? {} : { separateFrom: separateFrom.join(", ") };
}

function totalsDetail(totals: readonly EvaluatedTotal[]): AuditDetail {
  return {
    totals: totals.map(({ currency, amountPaise }) => `${currency} ${formatPaise(amountPaise)}`).join(", "),
    judgedBy: totals
      .map(({ currency, thresholdPaise, countedPaise }) =>
        thresholdPaise === null
          ? `${currency} no threshold`
          : `${currency} ${formatPaise(thresholdPaise)}, counted before ${formatPaise(countedPaise)}`,
      )
      .join("; "),
  };
}
