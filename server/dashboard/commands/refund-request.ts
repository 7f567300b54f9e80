import { z } from "zod";
import { parseAmount } from "@/lib/money";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isStorableText } from "@/lib/text";
import type { RefundOutcome } from "@/lib/views";
import type { RefundIntent } from "../domain/refund-intent";
import { identifierFault } from "../domain/reference";

/** A refund as it was asked for, read and checked. */
export type RefundRequest = {
  intentId: string;
  reference: string;
  transactionId: string;
  amountPaise: bigint;
  reason: string | null;
};

export type InvalidRefund = Extract<RefundOutcome, { kind: "invalid" }>;

const MAX_REASON_CODE_POINTS = 500;

const inputSchema = z.object({
  intentId: z.uuid().transform((text) => text.toLowerCase()),
  reference: z.string(),
  transactionId: z.string(),
  amount: z.string(),
  reason: z.string(),
});

/** Reads what the form sent; a server action can be called with anything (failures 11, 13, 16). */
export function readRefundRequest(input: unknown): Result<RefundRequest, InvalidRefund> {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return invalid("form", "This form is not complete. Close it and open it again.");
  const { intentId, reference, transactionId } = parsed.data;

  const fault =
    identifierFault(reference, "merchant reference") ?? identifierFault(transactionId, "transaction id");
  if (fault !== null) return invalid("form", fault);

  const amount = parseAmount(parsed.data.amount);
  if (!amount.ok) {
    return invalid("amount", "Enter an amount in digits with at most two decimals, for example 499.00.");
  }
  if (amount.value === 0n) return invalid("amount", "Enter an amount greater than zero.");

  const reason = parsed.data.reason.trim();
  if (!isStorableText(reason))
    return invalid("reason", "The reason contains characters that cannot be sent.");
  if (codePointLength(reason) > MAX_REASON_CODE_POINTS) {
    return invalid("reason", `The reason has at most ${MAX_REASON_CODE_POINTS} characters.`);
  }
  return ok({
    intentId,
    reference,
    transactionId,
    amountPaise: amount.value,
    reason: reason === "" ? null : reason,
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

export function invalid(
  field: InvalidRefund["field"],
  message: string,
): { readonly ok: false; readonly error: InvalidRefund } {
  return err({ kind: "invalid", field, message });
}
