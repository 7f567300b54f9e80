import { z } from "zod";
import { MAX_CONFIRMED_DUPLICATES } from "@/lib/duplicate-refunds";
import { parseAmount } from "@/lib/money";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { MAX_REFUND_REASON, type RefundFault, type RefundOutcome } from "@/lib/refunds/refund-form-view";
import type { RefundIntent } from "../domain/refund-intent";
import { unaskable } from "../../payments/domain";

/** A refund as it was asked for, read and checked. */
export type RefundRequest = {
  intentId: string;
  reference: string;
  transactionId: string;
  amountPaise: bigint;
  reason: string | null;
  /** What a person has seen and confirmed it to be separate from, by intent. A row of a bulk run has another confirmation. */
  confirmedDuplicates?: readonly string[];
};

export type InvalidRefund = Extract<RefundOutcome, { kind: "invalid" }>;

/** Of a form that did not have to ask: none. */
export const confirmedDuplicatesSchema = z.array(z.uuid()).max(MAX_CONFIRMED_DUPLICATES).default([]);

const inputSchema = z.object({
  intentId: z.uuid().transform((text) => text.toLowerCase()),
  reference: z.string(),
  transactionId: z.string(),
  amount: z.string(),
  reason: z.string(),
  confirmedDuplicates: confirmedDuplicatesSchema,
});

/** Reads what the form sent; a server action can be called with anything (failures 11, 13, 16). */
export function readRefundRequest(input: unknown): Result<RefundRequest, InvalidRefund> {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return invalid({ field: "form", fault: "incomplete" });
  const { intentId, reference, transactionId, confirmedDuplicates } = parsed.data;

  if (unaskable(reference) !== null || unaskable(transactionId) !== null) {
    return invalid({ field: "form", fault: "unaskable" });
  }

  const amount = parseAmount(parsed.data.amount);
  if (!amount.ok) return invalid({ field: "amount", fault: "malformed" });
  if (amount.value === 0n) return invalid({ field: "amount", fault: "zero" });

  const reason = parsed.data.reason.trim();
  if (!isAcceptedText(reason)) return invalid({ field: "reason", fault: "characters" });
  if (codePointLength(reason) > MAX_REFUND_REASON) return invalid({ field: "reason", fault: "too_long" });
  return ok({
    intentId,
    reference,
    transactionId,
    amountPaise: amount.value,
    reason: reason === "" ? null : reason,
    confirmedDuplicates,
  });
}

/** Whether a request is the very one that an intent was made of: the same form, submitted again by the same person. */
export function isSameRequest(
  request: RefundRequest,
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

export function invalid(fault: RefundFault): { readonly ok: false; readonly error: InvalidRefund } {
  return err({ kind: "invalid", ...fault });
}
