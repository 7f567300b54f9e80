import { z } from "zod";
import { MAX_CONFIRMED_DUPLICATES } from "@/lib/duplicate-refunds";
import { parseAmount } from "@/lib/money";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { TEXT_LIMITS } from "@/lib/contract/limits";
import type { RefundFault, RefundOutcome } from "@/lib/refunds/refund-form-view";
import type { RefundIntent } from "../domain/refund-intent";
import { unaskable } from "../../payments/domain";

/** A submitted refund, after validation. */
export type RefundSubmission = {
  intentId: string;
  reference: string;
  transactionId: string;
  amountPaise: bigint;
  reason: string | null;
  /** The listed reason that the text begins with; null for none. */
  reasonCode: string | null;
  /** The intents, and the waiting request, that a person has confirmed as separate from this refund. Rows of a run are confirmed differently. */
  confirmedDuplicates?: readonly string[];
  /** The form said that approval is needed: without one, nothing may be sent. Rows of a run are approved with their run. */
  isApprovalExpected?: boolean;
  /** The refund request that it accepts (decision 0278); null for none. */
  acceptsRequest?: string | null;
  /** How many steps the history had of the request that it accepts, or is in addition to; null: none. */
  requestSteps?: number | null;
};

export type InvalidRefund = Extract<RefundOutcome, { kind: "invalid" }>;
export type InvalidReason = Extract<InvalidRefund, { field: "reason" }>;

/** Empty when the form needed no confirmation. */
export const confirmedDuplicatesSchema = z.array(z.uuid()).max(MAX_CONFIRMED_DUPLICATES).default([]);

/** The refund request that a refund fulfils, and how many steps were shown of its history, or of that of the one it is in addition to. */
export const acceptedRequestSchema = {
  requestId: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .nullish(),
  requestSteps: z.number().int().nonnegative().nullish(),
};

const inputSchema = z.object({
  intentId: z.uuid().transform((text) => text.toLowerCase()),
  reference: z.string(),
  transactionId: z.string(),
  amount: z.string(),
  reason: z.string(),
  /** Null: the text decides. */
  reasonCode: z.string().nullish(),
  confirmedDuplicates: confirmedDuplicatesSchema,
  isApprovalExpected: z.boolean().default(false),
  ...acceptedRequestSchema,
});

/** Validates a form's input; a server action can be called with anything (failures 11, 13, 16). */
export function readRefundRequest(input: unknown): Result<RefundSubmission, InvalidRefund> {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return invalid({ field: "form", fault: "incomplete" });
  const { intentId, reference, transactionId, confirmedDuplicates, isApprovalExpected } = parsed.data;

  if (unaskable(reference) !== null || unaskable(transactionId) !== null) {
    return invalid({ field: "form", fault: "unaskable" });
  }

  const amount = parseAmount(parsed.data.amount);
  if (!amount.ok) return invalid({ field: "amount", fault: "malformed" });
  if (amount.value === 0n) return invalid({ field: "amount", fault: "zero" });

  const reason = readReason(parsed.data.reason);
  if (!reason.ok) return reason;
  return ok({
    intentId,
    reference,
    transactionId,
    amountPaise: amount.value,
    reason: reason.value,
    reasonCode: parsed.data.reasonCode ?? null,
    confirmedDuplicates,
    isApprovalExpected,
    acceptsRequest: parsed.data.requestId ?? null,
    requestSteps: parsed.data.requestSteps ?? null,
  });
}

/** Trimmed; null when it is empty. */
export function readReason(typed: string): Result<string | null, InvalidReason> {
  const reason = typed.trim();
  if (!isAcceptedText(reason)) return invalid({ field: "reason", fault: "characters" });
  if (codePointLength(reason) > TEXT_LIMITS.refund_reason)
    return invalid({ field: "reason", fault: "too_long" });
  return ok(reason === "" ? null : reason);
}

/** Whether an intent was made from this request: the same form, submitted again by the same person. */
export function isSameRequest(
  request: RefundSubmission,
  userId: string,
  intent: Pick<RefundIntent, "requestedById" | "transactionId" | "reference" | "amountPaise" | "reason">,
): boolean {
  return (
    intent.requestedById === userId &&
    intent.transactionId === request.transactionId &&
    intent.reference === request.reference &&
    intent.amountPaise === request.amountPaise &&
    intent.reason === request.reason
  );
}

export function invalid<F extends RefundFault>(
  fault: F,
): { readonly ok: false; readonly error: { kind: "invalid" } & F } {
  return err({ kind: "invalid", ...fault });
}
