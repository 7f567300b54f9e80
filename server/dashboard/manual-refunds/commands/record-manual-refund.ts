import { roleAllows } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import type { RecordManualRefundOutcome } from "@/lib/manual-refunds/manual-refund-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { notify } from "../../notifications/store";
import { lockActiveRole } from "../../people/store";
import { readReasonRules } from "../../reasons/store";
import {
  balanceUnderLock,
  presentOwnLimit,
  readManualLimit,
  readRefundable,
  readReservations,
  recordLateRefunds,
} from "../../refunds";
import { listIntentsOfPayment, lockLedger } from "../../refunds/store";
import type { ManualRefund } from "../domain/manual-refund";
import { findManualRefund, insertManualRefund, type NewManualRefund } from "../store/manual-refunds";
import { detailOf } from "../store/write-manual-refund-step";
import {
  type ManualRefundSubmission,
  readManualRefund,
  readManualRefundAmount,
  readManualRefundReason,
} from "./manual-refund-input";

/** The time zone furthest ahead of UTC: a day that has begun there is not in the future. */
const FURTHEST_AHEAD_MS = 14 * 60 * 60_000;

/**
 * Records that money was returned without a payment gateway (decision 0289). Sends nothing. Its amount must be free under
 * the payment's lock and is reserved from then on; it counts as returned when a second person has confirmed it. It is
 * held to the refund limit of the person's role (decision 0304). One record per form, however often it is submitted.
 */
export async function recordManualRefund(ctx: Ctx, input: unknown): Promise<RecordManualRefundOutcome> {
  const at = ctx.clock.now();
  const parsed = readManualRefund(input, dayOf(new Date(at.getTime() + FURTHEST_AHEAD_MS)));
  const subject = { kind: "payment", id: parsed.ok ? parsed.value.transactionId : "" } as const;
  if (!(await authorize(ctx, "record_manual_refund", subject))) return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  const { id, amount, ...submission } = parsed.value;

  // A form that was sent before keeps its outcome, whatever became of the payment since.
  const earlier = await findManualRefund(ctx.pool, id);
  if (earlier !== null) return sameOrInvalid(ctx, earlier, parsed.value);
  const reason = readManualRefundReason(submission, await readReasonRules(ctx.pool));
  if (!reason.ok) return reason.error;
  const refundable = await readRefundable(ctx, submission);
  if (refundable.kind !== "refundable") return refundable;
  const { currency, isTest } = refundable;
  const read = readManualRefundAmount(amount, currency);
  if (!read.ok) return read.error;
  const amountPaise = read.value;
  // A failed refund is why money is returned by hand: its gateway may have paid it since (decision 0213).
  const { transactionId } = submission;
  const intents = await listIntentsOfPayment(ctx.pool, transactionId);
  const late = await recordLateRefunds(ctx, { transactionId, amountPaise: null, intents });
  if (late.kind === "trouble") return late;

  const refund: NewManualRefund = {
    ...submission,
    id,
    reason: reason.value,
    serviceAddress: ctx.routing.serviceAddress,
    amountPaise,
    currency,
    isTest,
    recordedById: ctx.actor.userId,
    recordedAt: at,
  };
  const outcome = await inTransaction(ctx.pool, async (db): Promise<RecordManualRefundOutcome | null> => {
    const [reported, holds] = await Promise.all([
      lockLedger(db, refund.transactionId),
      readReservations(db, refund.transactionId, { at }),
    ]);
    if ((await findManualRefund(db, id)) !== null) return null;
    // As it is now: it may have changed while the service was called.
    const role = await lockActiveRole(db, ctx.actor.userId);
    if (role === null || !roleAllows(role, "record_manual_refund")) return { kind: "forbidden" };
    const { open, leftPaise } = balanceUnderLock({ refundable, reported, holds, at });
    if (open !== null) return { kind: "blocked" };
    if (amountPaise > leftPaise) return { kind: "exceeds_balance", left: formatPaise(leftPaise), currency };
    const own = await readManualLimit(db, { id: ctx.actor.userId, role }, { transactionId, currency });
    if (own !== null && amountPaise > own.leftPaise)
      return { kind: "above_limit", currency, ...presentOwnLimit(own) };
    // Another payment's form with the same id.
    if (!(await insertManualRefund(db, refund))) return null;
    const detail = detailOf({ ...refund, recordedByName: ctx.actor.name });
    await notify(db, {
      event: "manual_refund_waiting",
      detail: { manualRefundId: id, ...aboutOf(refund), recordedBy: ctx.actor.name },
      at,
      to: "everybody_permitted",
      except: ctx.actor.userId,
      dedupeKey: `manual_refund_waiting ${id}`,
    });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "manual_refund_recorded",
      subject: { kind: "manual_refund", id },
      detail,
      requestId: ctx.requestId,
    });
    return { kind: "recorded", manualRefundId: id };
  });
  if (outcome !== null) return outcome;
  const other = await findManualRefund(ctx.pool, id);
  if (other === null) throw new Error("a manual refund whose id is in use was not found");
  return sameOrInvalid(ctx, other, parsed.value);
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const aboutOf = (refund: NewManualRefund) => ({
  reference: refund.reference,
  transactionId: refund.transactionId,
  amount: formatPaise(refund.amountPaise),
  currency: refund.currency,
});

/** The outcome of an earlier submission of the same form; with other values, of another one that used its id. */
function sameOrInvalid(
  ctx: Ctx,
  stored: ManualRefund,
  sent: ManualRefundSubmission,
): RecordManualRefundOutcome {
  const amount = readManualRefundAmount(sent.amount, stored.currency);
  const isSame =
    stored.recordedById === ctx.actor.userId &&
    stored.transactionId === sent.transactionId &&
    stored.reference === sent.reference &&
    amount.ok &&
    stored.amountPaise === amount.value &&
    stored.method === sent.method &&
    stored.paidOn === sent.paidOn &&
    stored.transferReference === sent.transferReference &&
    stored.reasonCode === sent.reasonCode &&
    stored.note === sent.note;
  return isSame
    ? { kind: "recorded", manualRefundId: stored.id }
    : { kind: "invalid", field: "form", fault: "other_values" };
}
