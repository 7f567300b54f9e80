import { z } from "zod";
import {
  MAX_MANUAL_REFUND_TEXT,
  type ManualRefundStep,
  type ManualRefundStepOutcome,
} from "@/lib/manual-refunds/manual-refund-views";
import { manualAmountLimit, roleAllows } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { lockActiveRole } from "../../people/store";
import { isRequesterOf } from "../../requests/store";
import { lockLedger } from "../../refunds/store";
import { lastChangedBy, STEPS } from "../domain/manual-refund";
import { findManualRefund, lockManualRefund } from "../store/manual-refunds";
import { writeManualRefundStep } from "../store/write-manual-refund-step";
import { readText } from "./manual-refund-input";

const inputSchema = z.object({
  manualRefundId: z.uuid().transform((id) => id.toLowerCase()),
  reason: z.string(),
});

/**
 * A second person has compared the record with the bank's statement or the receipt. Held to the amount that their role
 * approves (decision 0304).
 */
export const confirmManualRefund = (ctx: Ctx, input: unknown): Promise<ManualRefundStepOutcome> =>
  onManualRefund(ctx, input, "confirm");

/** The second person found that it is not true: its amount is free again. */
export const declineManualRefund = (ctx: Ctx, input: unknown): Promise<ManualRefundStepOutcome> =>
  onManualRefund(ctx, input, "decline");

/** The person who recorded it withdraws it while it waits. */
export const withdrawManualRefund = (ctx: Ctx, input: unknown): Promise<ManualRefundStepOutcome> =>
  onManualRefund(ctx, input, "withdraw");

/** A confirmed one turned out not to be true, as when a transfer came back. Its amount stays reserved until a second person agrees. */
export const proposeVoidOfManualRefund = (ctx: Ctx, input: unknown): Promise<ManualRefundStepOutcome> =>
  onManualRefund(ctx, input, "propose_void");

/** It stays confirmed: the proposal is taken back, or not agreed with. */
export const keepManualRefund = (ctx: Ctx, input: unknown): Promise<ManualRefundStepOutcome> =>
  onManualRefund(ctx, input, "keep");

/**
 * A second person agrees that it is not true: its amount is free again, and could be refunded by whoever proposed it. Held to what their role
 * approves, as the confirmation.
 */
export const voidManualRefund = (ctx: Ctx, input: unknown): Promise<ManualRefundStepOutcome> =>
  onManualRefund(ctx, input, "void");

/** The second person's yes: who may approve no refunds says none (decision 0289). */
const isApproval = (step: ManualRefundStep): boolean => step === "confirm" || step === "void";

/** One step, under the payment's lock, so that a refund sees the balance before it or after it. */
async function onManualRefund(
  ctx: Ctx,
  input: unknown,
  step: ManualRefundStep,
): Promise<ManualRefundStepOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "manual_refund", id: parsed.success ? parsed.data.manualRefundId : "" } as const;
  if (!(await authorize(ctx, "record_manual_refund", subject))) return { kind: "forbidden" };
  if (isApproval(step) && !(await authorize(ctx, "approve_refund", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid", fault: "incomplete" };
  const { manualRefundId } = parsed.data;
  const { from, by, needsReason } = STEPS[step];
  const reason = readText(parsed.data.reason, { isNeeded: needsReason, max: MAX_MANUAL_REFUND_TEXT });
  if (!reason.ok) return { kind: "invalid", fault: reason.error };

  // Whatever service it was recorded for: nothing is sent, and its amount stays reserved until it is decided.
  const known = await findManualRefund(ctx.pool, manualRefundId);
  if (known === null) return { kind: "not_found" };
  const at = ctx.clock.now();
  return inTransaction(ctx.pool, async (db): Promise<ManualRefundStepOutcome> => {
    await lockLedger(db, known.transactionId);
    const refund = await lockManualRefund(db, manualRefundId);
    if (refund === null) return { kind: "not_found" };
    const firstPersonId = step === "void" ? refund.voidProposedById : refund.recordedById;
    const isOwn = firstPersonId === ctx.actor.userId;
    if (isOwn && by === "others") return { kind: "own" };
    // Who requested the refund that it fulfils decides nothing about it (decision 0278).
    if (by === "others" && (await isRequesterOf(db, refund.id, ctx.actor.userId))) return { kind: "own" };
    if (!isOwn && by === "recorder") return { kind: "not_own" };
    if (refund.state !== from) return { kind: "changed", state: refund.state, by: lastChangedBy(refund) };
    const role = await lockActiveRole(db, ctx.actor.userId);
    if (role === null || !roleAllows(role, "record_manual_refund")) return { kind: "forbidden" };
    const { amountPaise, currency } = refund;
    if (isApproval(step) && !roleAllows(role, "approve_refund")) return { kind: "forbidden" };
    const limitPaise = isApproval(step) ? manualAmountLimit(role, "approve_refund", currency) : null;
    if (limitPaise !== null && amountPaise > limitPaise)
      return { kind: "above_limit", limit: formatPaise(limitPaise), currency };
    await writeManualRefundStep(db, ctx, refund, { step, at, reason: reason.value });
    return { kind: "done" };
  });
}
