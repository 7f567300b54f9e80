import { textOf } from "@/lib/form";
import { NEW_PAYMENT_FIELDS, type NewPaymentEntry } from "@/lib/payments/new-payment-view";

/** The names of the hidden fields. */
export const INTENT_FIELD = "intent";
export const WAS_UNKNOWN_FIELD = "was-unknown";

/** The fields of a submitted form, as typed. */
export function entryOf(sent: FormData): NewPaymentEntry {
  return Object.fromEntries(
    NEW_PAYMENT_FIELDS.map((field) => [field, textOf(sent, field)]),
  ) as NewPaymentEntry;
}
