import { roleAllows } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import type { RecordManualRefundOutcome } from "@/lib/manual-refunds/manual-refund-views";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { isUsedByOther, lockForm, separateDetail } from "../../approvals/store";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { notify } from "../../notifications/store";
import { lockActiveRole } from "../../people/store";
import { readReasonRules } from "../../reasons/store";
import {
  acceptRequest,
  decideRefund,
  holdRequest,
  presentOwnLimit,
  type Refundable,
  readRefundable,
  readRefundFacts,
} from "../../refunds";
import { presentWaiting } from "../../requests/domain";
import { hasFulfilled } from "../../requests/store";
import { mayRefund } from "../../refunds/domain";
import { lockLedger } from "../../refunds/store";
import type { ManualRefund } from "../domain/manual-refund";
import {
  findManualRefund,
  insertManualRefund,
  lockTransfer,
  type NewManualRefund,
} from "../store/manual-refunds";
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
 * held to the refund limit of the person's role (decision 0304), and asks about likely duplicates as a refund does (0200). One record per form, however often it is submitted.
 */
export async function recordManualRefund(ctx: Ctx, input: unknown): Promise<RecordManualRefundOutcome> {
  const at = ctx.clock.now();
  const parsed = readManualRefund(input, dayOf(new Date(at.getTime() + FURTHEST_AHEAD_MS)));
  const subject = { kind: "payment", id: parsed.ok ? parsed.value.transactionId : "" } as const;
  if (!(await authorize(ctx, "record_manual_refund", subject))) return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  const { id, amount, confirmedDuplicates, acceptsRequest, requestSteps, ...submission } = parsed.value;

  // A form that was sent before keeps its outcome, whatever became of the payment since.
  const earlier = await findManualRefund(ctx.pool, id);
  if (earlier !== null) return sameOrInvalid(ctx, earlier, parsed.value);
  const reason = readManualRefundReason(submission, await readReasonRules(ctx.pool));
  if (!reason.ok) return reason.error;
  const outcome = await decideRefund<RecordManualRefundOutcome | null>(
    ctx,
    submission.transactionId,
    async (asked) => {
      const refundable = await readRefundable(ctx, submission);
      if (refundable.kind !== "refundable") return refundable;
      const amountPaise = readManualRefundAmount(amount, refundable.currency);
      if (!amountPaise.ok) return amountPaise.error;
      const refund: NewManualRefund = {
        ...submission,
        id,
        reason: reason.value,
        serviceAddress: ctx.routing.serviceAddress,
        amountPaise: amountPaise.value,
        currency: refundable.currency,
        isTest: refundable.isTest,
        recordedById: ctx.actor.userId,
        recordedAt: at,
      };
      return inTransaction(ctx.pool, (db) =>
        recordUnderLock(db, ctx, refund, {
          refundable,
          asked,
          confirmed: confirmedDuplicates,
          fulfils: { acceptsRequest, requestSteps },
        }),
      );
    },
  );
  if (outcome !== null) return outcome;
  const other = await findManualRefund(ctx.pool, id);
  if (other === null) throw new Error("a manual refund whose id is in use was not found");
  return sameOrInvalid(ctx, other, parsed.value);
}

/** Null when the id is in use. */
async function recordUnderLock(
  db: Db,
  ctx: Ctx,
  refund: NewManualRefund,
  {
    refundable,
    asked,
    confirmed,
    fulfils,
  }: {
    refundable: Refundable;
    asked: ReadonlySet<string>;
    confirmed: string[];
    fulfils: Pick<ManualRefundSubmission, "acceptsRequest" | "requestSteps">;
  },
): Promise<RecordManualRefundOutcome | { kind: "unasked" } | null> {
  const { id, transactionId, amountPaise, currency, recordedAt: at, recordedById } = refund;
  await lockForm(db, id);
  await lockLedger(db, transactionId);
  // This lock makes the second of two records with one transfer reference see the first, even on another payment.
  await lockTransfer(db, refund);
  if ((await findManualRefund(db, id)) !== null) return null;
  if (await isUsedByOther(db, id, "manual_refund")) return OTHER_VALUES;
  // The role is read again: it may have changed while the service was called.
  const role = await lockActiveRole(db, recordedById);
  if (role === null || !roleAllows(role, "record_manual_refund")) return { kind: "forbidden" };
  const { acceptsRequest } = fulfils;
  const held = await holdRequest(db, ctx, { ...refund, ...fulfils, intentId: id });
  if (held.kind !== "held") return held;
  const facts = await readRefundFacts(db, refundable, {
    id,
    way: {
      kind: "manual",
      transfer: { method: refund.method, reference: refund.transferReference },
    },
    transactionId,
    amountPaise,
    acceptsRequest,
    at,
    serviceAddress: refund.serviceAddress,
    asked,
    person: { id: recordedById, role },
  });
  const verdict = mayRefund(facts, {
    amountPaise,
    confirmed,
    requestSteps: fulfils.requestSteps,
    isRow: false,
  });
  switch (verdict.kind) {
    case "allowed":
      break;
    case "forbidden":
    case "unasked":
    case "blocked":
      return { kind: verdict.kind };
    case "exceeds":
      return { kind: "exceeds_balance", left: formatPaise(verdict.leftPaise), currency };
    case "no_decimals":
      return { kind: "invalid", field: "amount", fault: "no_decimals" };
    case "above_limit":
      return { kind: "above_limit", currency, ...presentOwnLimit(verdict.own) };
    case "waiting_request": {
      const request = presentWaiting(verdict.request, recordedById);
      return { kind: verdict.kind, request, currency };
    }
    case "likely_duplicate":
      return { ...verdict, amount: formatPaise(amountPaise), currency };
    case "needs_approval":
      throw new Error("a manual refund has a second person anyway");
  }
  // Another payment's form with the same id.
  if (!(await insertManualRefund(db, verdict, refund))) return null;
  await notify(db, {
    event: "manual_refund_waiting",
    detail: { manualRefundId: id, ...aboutOf(refund), recordedBy: ctx.actor.name },
    at,
    to: "everybody_permitted",
    except: recordedById,
    dedupeKey: `manual_refund_waiting ${id}`,
  });
  await recordAudit(db, {
    at,
    actor: ctx.actor,
    action: "manual_refund_recorded",
    subject: { kind: "manual_refund", id },
    detail: {
      ...detailOf({ ...refund, recordedByName: ctx.actor.name }),
      ...separateDetail(verdict.separateFrom),
    },
    requestId: ctx.requestId,
  });
  await acceptRequest(db, ctx, held.request, { intentId: id, amountPaise }, at);
  return { kind: "recorded", manualRefundId: id };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const aboutOf = (refund: NewManualRefund) => ({
  reference: refund.reference,
  transactionId: refund.transactionId,
  amount: formatPaise(refund.amountPaise),
  currency: refund.currency,
});

/** The outcome of an earlier submission of the same form; with other values, of another one that used its id. */
async function sameOrInvalid(
  ctx: Ctx,
  stored: ManualRefund,
  sent: ManualRefundSubmission,
): Promise<RecordManualRefundOutcome> {
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
    stored.note === sent.note &&
    (await hasFulfilled(ctx.pool, stored.id, sent.acceptsRequest));
  return isSame ? { kind: "recorded", manualRefundId: stored.id } : OTHER_VALUES;
}

const OTHER_VALUES = { kind: "invalid", field: "form", fault: "other_values" } as const;
