import { isSignOf, type TypedAmount } from "@/lib/typed-amount";
import type { ResolveUnknownRefundOutcome } from "@/lib/refunds/unknown-refund-views";
import { roleAllows } from "@/lib/can";
import { type Db, violatesUnique } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type IntentResponse, presentIntent, type RefundIntent } from "../domain/refund-intent";
import { findSessionPerson, lockActiveRole } from "../../people/store";
import { afterTimeout } from "../../jobs/call-times";
import { findIntent } from "../store/refund-intents";
import { claimUnknown, releaseUnknown } from "../store/refund-resolutions";
import { invalid, readResolutionRequest, type ResolutionRequest } from "./resolution-request";
import { writeRefundResponse } from "./store-refund-response";
import { verifyNotSent } from "./verify-not-sent";
import { verifyRefundId } from "./verify-refund-id";

/** The calls of the longest check, each within its timeout. */
const CALLS_OF_A_CHECK = 25;

/**
 * A person with the finance role resolves a refund of unknown outcome: it is the refund of this id, or it was not sent.
 * Both are checked against what the service says at that moment; without a response nothing is resolved. During the
 * check no job sends the refund again, and if a job and a person finish together, one wins. A person who may not settle
 * any more when the check ends settles nothing. The amount stays reserved until then (decision 0117).
 */
export async function resolveUnknownRefund(ctx: Ctx, input: unknown): Promise<ResolveUnknownRefundOutcome> {
  const parsed = readResolutionRequest(input);
  const subjectId = parsed.ok ? parsed.value.intentId : "";
  if (!(await authorize(ctx, "settle_refund", { kind: "refund_intent", id: subjectId })))
    return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  const request = parsed.value;

  const intent = await findIntent(ctx.pool, request.intentId);
  if (intent === null || intent.state !== "UNKNOWN") return notOpen(intent);
  if (request.verdict === "not_sent" && !isConfirmed(request.confirmed, intent)) {
    return invalid("confirmation", "mismatch").error;
  }
  if (intent.serviceAddress !== ctx.routing.serviceAddress) return { kind: "other_service" };

  const claimMs = CALLS_OF_A_CHECK * afterTimeout(ctx.routing.timeoutMs);
  const heldUntil = await claimUnknown(ctx.pool, intent.id, claimMs);
  if (heldUntil === null) return heldByOther(ctx, intent.id);
  try {
    return await settleHeld(ctx, intent, request, heldUntil);
  } finally {
    await releaseUnknown(ctx.pool, intent.id, heldUntil);
  }
}

async function settleHeld(
  ctx: Ctx,
  intent: RefundIntent,
  request: ResolutionRequest,
  heldUntil: Date,
): Promise<ResolveUnknownRefundOutcome> {
  const checked =
    request.verdict === "accepted"
      ? await verifyRefundId(ctx, intent, request.refundId)
      : await verifyNotSent(ctx, intent);
  if (checked.kind !== "answer") return checked;

  const stored = await store(ctx, intent, checked.response, { reason: request.reason, heldUntil });
  switch (stored) {
    case "signed_out":
    case "forbidden":
      return { kind: stored };
    case "taken":
      return { kind: "wrong_refund", fault: "taken" };
    case "late":
      return heldByOther(ctx, intent.id);
    case "settled":
      return {
        kind: "settled",
        verdict: request.verdict,
        refundId: request.verdict === "accepted" ? request.refundId : null,
      };
  }
}

function isConfirmed({ amountPaise, sign }: TypedAmount, intent: RefundIntent): boolean {
  return amountPaise === intent.amountPaise && isSignOf(sign, intent.currency);
}

async function store(
  ctx: Ctx,
  intent: RefundIntent,
  response: IntentResponse,
  { reason, heldUntil }: { reason: string; heldUntil: Date },
): Promise<"settled" | "late" | "taken" | NotAllowed> {
  const at = ctx.clock.now();
  try {
    return await inTransaction(ctx.pool, async (db) => {
      const refused = await refusalNow(db, ctx, at);
      if (refused !== null) return refused;
      const hasMoved = await writeRefundResponse(db, intent, response, {
        actor: ctx.actor,
        requestId: ctx.requestId,
        by: "hand",
        settlement: { reason, personId: ctx.actor.userId, heldUntil },
        at,
      });
      return hasMoved ? "settled" : "late";
    });
  } catch (error) {
    // Another intent was matched to this refund between our check and our update.
    if (violatesUnique(error, "refund_intents_refund")) return "taken";
    throw error;
  }
}

type NotAllowed = "signed_out" | "forbidden";

/** The check makes many calls: their session or role may have ended since. The role stays locked until the commit. */
async function refusalNow(db: Db, { actor }: Ctx, at: Date): Promise<NotAllowed | null> {
  const session = await findSessionPerson(db, actor.sessionId, at);
  if (session === null || session.userId !== actor.userId) return "signed_out";
  const role = await lockActiveRole(db, actor.userId);
  return role !== null && roleAllows(role, "settle_refund") ? null : "forbidden";
}

async function heldByOther(ctx: Ctx, intentId: string): Promise<ResolveUnknownRefundOutcome> {
  const now = await findIntent(ctx.pool, intentId);
  return now?.state === "UNKNOWN" ? { kind: "being_tried" } : notOpen(now);
}

function notOpen(intent: RefundIntent | null): ResolveUnknownRefundOutcome {
  return { kind: "not_open", intent: intent === null ? null : presentIntent(intent) };
}
