import { textOf } from "@/lib/form";
import { NEW_PAYMENT_FIELDS, type NewPaymentEntry } from "@/lib/payments/new-payment-view";

/** The names of what goes along with the fields. */
export const INTENT_FIELD = "intent";
export const WAS_UNKNOWN_FIELD = "was-unknown";

/** What was typed into a form, by its fields. */
export function entryOf(sent: FormData): NewPaymentEntry {
  return Object.fromEntries(
    NEW_PAYMENT_FIELDS.map((field) => [field, textOf(sent, field)]),
  ) as NewPaymentEntry;
}
