import type { DecisionOutcome } from "@/lib/approvals/approval-views";
import { type Role, roleAllows } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import type { Ctx } from "../../context";
import type { Approval } from "../domain/approval";
import { findRunsThatFulfil } from "../../bulk/store";
import { isRequesterOf } from "../../requests/store";
import { lockApproval } from "../store/approvals";
import { lockActiveRole, findSessionPerson } from "../../people/store";
import { writeApprovalEnd } from "./end-approval";

/** `role`: the decider's, locked. */
type Held = { kind: "held"; approval: Approval; role: Role };
type NotHeld = Extract<
  DecisionOutcome,
  { kind: "not_found" | "own" | "own_request" | "not_waiting" | "forbidden" | "signed_out" }
>;

/**
 * Locks a request's row for a second person's decision and checks everything that may have changed since the page was
 * opened: that it waits, has not expired, is not their own, and that they are still signed in with a role that may
 * decide. An expired request ends here if its job is late.
 */
export async function lockForDecision(
  db: Db,
  ctx: Ctx,
  approvalId: string,
  at: Date,
): Promise<Held | NotHeld> {
  const approval = await lockApproval(db, approvalId);
  if (approval === null) return { kind: "not_found" };
  if (approval.requestedById === ctx.actor.userId) return { kind: "own" };
  if (await isRequesterOf(db, approval.id, ctx.actor.userId)) return { kind: "own_request" };
  if (approval.kind === "bulk" && (await findRunsThatFulfil(db, [approval.runId], ctx.actor.userId)).size > 0)
    return { kind: "own_request" };
  if (approval.state !== "WAITING") return { kind: "not_waiting", state: approval.state };
  const session = await findSessionPerson(db, ctx.actor.sessionId, at);
  if (session === null || session.userId !== ctx.actor.userId) return { kind: "signed_out" };
  const role = await lockActiveRole(db, ctx.actor.userId);
  if (role === null || !roleAllows(role, "approve_refund")) return { kind: "forbidden" };
  if (await expireIfOver(db, approval, at)) return { kind: "not_waiting", state: "EXPIRED" };
  return { kind: "held", approval, role };
}

/** Ends a locked request that has expired; returns whether it had. */
export async function expireIfOver(db: Db, approval: Approval, at: Date): Promise<boolean> {
  if (approval.expiresAt > at) return false;
  await writeApprovalEnd(
    db,
    approval,
    { state: "EXPIRED", at, decidedById: null, note: null },
    { actor: "system" },
  );
  return true;
}
