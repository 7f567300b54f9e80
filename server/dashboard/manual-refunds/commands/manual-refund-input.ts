import { z } from "zod";
import { hasCardNumber } from "@/lib/card-number";
import {
  MANUAL_REFUND_METHODS,
  MAX_MANUAL_REFUND_TEXT,
  MAX_TRANSFER_REFERENCE,
  type ManualRefundMethod,
  type ManualRefundTextFault,
  type RecordManualRefundOutcome,
} from "@/lib/manual-refunds/manual-refund-views";
import { parseTypedAmount } from "@/lib/typed-amount";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { identifierFault } from "../../payments/domain";
import { acceptedRequestSchema, confirmedDuplicatesSchema } from "../../refunds";
import type { ReasonRules } from "../../reasons/store";

const inputSchema = z.object({
  manualRefundId: z.uuid().transform((id) => id.toLowerCase()),
  reference: z.string(),
  transactionId: z.string(),
  amount: z.string(),
  method: z.string(),
  paidOn: z.string(),
  transferReference: z.string(),
  reasonCode: z.string().default(""),
  note: z.string(),
  confirmedDuplicates: confirmedDuplicatesSchema,
  ...acceptedRequestSchema,
});

const methodSchema = z.enum(MANUAL_REFUND_METHODS);

export type ManualRefundSubmission = {
  id: string;
  reference: string;
  transactionId: string;
  /** The amount as typed: it is read with the payment's currency. */
  amount: string;
  method: ManualRefundMethod;
  paidOn: string;
  transferReference: string;
  reasonCode: string | null;
  note: string | null;
  /** The likely duplicates that the person was shown and has confirmed as separate. */
  confirmedDuplicates: string[];
  /** The refund request that it fulfils, and how much of its history the form showed; null for none. */
  acceptsRequest: string | null;
  requestSteps: number | null;
};

type Invalid = Extract<RecordManualRefundOutcome, { kind: "invalid" }>;

/** Checks what does not depend on the payment. `latestDay`: the last day that is not in the future anywhere. */
export function readManualRefund(input: unknown, latestDay: string): Result<ManualRefundSubmission, Invalid> {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return err({ kind: "invalid", field: "form", fault: "incomplete" });
  const { manualRefundId: id, reference, transactionId, amount, paidOn } = parsed.data;
  const isPayment =
    identifierFault(reference, "merchant reference") === null &&
    identifierFault(transactionId, "transaction id") === null;
  if (!isPayment) return err({ kind: "invalid", field: "form", fault: "incomplete" });
  const method = methodSchema.safeParse(parsed.data.method);
  if (!method.success) return err({ kind: "invalid", field: "method", fault: "missing" });
  if (!z.iso.date().safeParse(paidOn).success)
    return err({ kind: "invalid", field: "paidOn", fault: "missing" });
  if (paidOn > latestDay) return err({ kind: "invalid", field: "paidOn", fault: "future" });
  if (paidOn < EARLIEST_DAY) return err({ kind: "invalid", field: "paidOn", fault: "too_old" });
  const transfer = readText(parsed.data.transferReference, { isNeeded: true, max: MAX_TRANSFER_REFERENCE });
  if (!transfer.ok) return err({ kind: "invalid", field: "transferReference", fault: transfer.error });
  const note = readText(parsed.data.note, { isNeeded: false, max: MAX_MANUAL_REFUND_TEXT });
  if (!note.ok) return err({ kind: "invalid", field: "note", fault: note.error });
  return ok({
    id,
    reference,
    transactionId,
    amount,
    method: method.data,
    paidOn,
    transferReference: transfer.value ?? "",
    reasonCode: parsed.data.reasonCode === "" ? null : parsed.data.reasonCode,
    note: note.value,
    confirmedDuplicates: parsed.data.confirmedDuplicates,
    acceptsRequest: parsed.data.requestId ?? null,
    requestSteps: parsed.data.requestSteps ?? null,
  });
}

const EARLIEST_DAY = "2000-01-01";

/** Returns the amount in paise. */
export function readManualRefundAmount(typed: string, currency: string): Result<bigint, Invalid> {
  if (typed.trim() === "") return err({ kind: "invalid", field: "amount", fault: "blank" });
  const amount = parseTypedAmount(typed, currency);
  if (!amount.ok) return err({ kind: "invalid", field: "amount", fault: "not_an_amount" });
  return amount.value > 0n ? amount : err({ kind: "invalid", field: "amount", fault: "not_positive" });
}

/** The name of the chosen reason; null for none, where none is required (decision 0277). */
export function readManualRefundReason(
  { reasonCode, note }: Pick<ManualRefundSubmission, "reasonCode" | "note">,
  { reasons, isReasonRequired }: ReasonRules,
): Result<string | null, Invalid> {
  if (reasonCode === null)
    return isReasonRequired ? err({ kind: "invalid", field: "reason", fault: "required" }) : ok(null);
  const listed = reasons.find(({ code }) => code === reasonCode);
  if (listed === undefined) return err({ kind: "invalid", field: "reason", fault: "changed" });
  if (listed.needsText && note === null) return err({ kind: "invalid", field: "note", fault: "missing" });
  return ok(listed.name);
}

/** Trimmed; null when it is empty and not needed. The text is in the audit log too, from which nothing can be erased. */
export function readText(
  given: string,
  { isNeeded, max }: { isNeeded: boolean; max: number },
): Result<string | null, ManualRefundTextFault> {
  const text = given.trim();
  if (text === "") return isNeeded ? err("missing") : ok(null);
  if (!isAcceptedText(text)) return err("characters");
  if (codePointLength(text) > max) return err("too_long");
  return hasCardNumber(text) ? err("card_number") : ok(text);
}
