import { z } from "zod";
import { parseCurrency } from "@/lib/contract/currencies";
import { TEXT_LIMITS } from "@/lib/contract/limits";
import { initiatePaymentRequestSchema } from "@/lib/contract/requests";
import { formatPaise, parseAmount } from "@/lib/money";
import {
  type CreatePaymentInput,
  type FieldProblems,
  NEW_PAYMENT_FIELDS,
  type NewPaymentEntry,
  type NewPaymentFault,
  type NewPaymentField,
} from "@/lib/payments/new-payment-view";
import { codePointLength, HASH_SEPARATOR, isBlank, isAcceptedText } from "@/lib/text";
import { parseTypedAmount } from "@/lib/typed-amount";
import { hasImpossibleFraction } from "@/lib/whole-currencies";
import type { InitiatePaymentRequest } from "../../routing-client/client";

const inputSchema = z.object({
  intentId: z.uuid().transform((text) => text.toLowerCase()),
  wasUnknown: z.boolean(),
  entry: z.record(z.enum(NEW_PAYMENT_FIELDS), z.string()),
});

/** Validates a form's input; a server action can be called with anything. Null when it is no valid form. */
export function readCreateInput(input: unknown): CreatePaymentInput | null {
  const parsed = inputSchema.safeParse(input);
  return parsed.success ? parsed.data : null;
}

/**
 * The body of a creation (specification 4.1). Empty fields are left out. The reference and the free texts are sent
 * exactly as typed, spaces included (decision 0024); around an amount, an address or a code a space is a typing error.
 */
export function requestOf(entry: NewPaymentEntry): InitiatePaymentRequest {
  const texts = Object.fromEntries(
    NEW_PAYMENT_FIELDS.map((field) => [field, VERBATIM.has(field) ? entry[field] : entry[field].trim()]),
  ) as NewPaymentEntry;
  const given = <F extends NewPaymentField>(...fields: readonly F[]): Partial<Record<F, string>> =>
    Object.fromEntries(
      fields.filter((field) => texts[field] !== "").map((field) => [field, texts[field]]),
    ) as Partial<Record<F, string>>;
  const optional = given("currency", "payment_method", "card_scheme", "issuing_bank", "udf1", "udf2", "udf3");
  return {
    merchant_transaction_id: texts.merchant_transaction_id,
    transaction_amount: amountOf(texts),
    customer_details: given("customer_email", "customer_phone", "customer_name"),
    ...(optional as Partial<InitiatePaymentRequest>),
    ...given("surl", "furl"),
  };
}

/**
 * Writes the amount in the specification's grammar; {@link problemsOf} reports what is no amount in the payment's
 * currency.
 */
function amountOf({ transaction_amount: text, currency }: NewPaymentEntry): string {
  if (parseAmount(text).ok) return text;
  const typed = parseTypedAmount(text, currency === "" ? "INR" : parseCurrency(currency));
  return typed.ok ? formatPaise(typed.value) : text;
}

const VERBATIM: ReadonlySet<NewPaymentField> = new Set([
  "merchant_transaction_id",
  "customer_name",
  "udf1",
  "udf2",
  "udf3",
]);

/** The errors of the contract's own schema for a body, by field; null when there are none. */
export function problemsOf(request: InitiatePaymentRequest): FieldProblems | null {
  const parsed = initiatePaymentRequestSchema.safeParse(request);
  if (parsed.success) {
    const amount = parseAmount(textOf(request, "transaction_amount"));
    const currency = parseCurrency(textOf(request, "currency"));
    return amount.ok && currency !== null && hasImpossibleFraction(amount.value, currency)
      ? { transaction_amount: { by: "us", fault: "no_decimals" } }
      : null;
  }
  const problems: FieldProblems = {};
  for (const { path } of parsed.error.issues) {
    const field = fieldOf(path);
    problems[field] ??= { by: "us", fault: faultOf(field, textOf(request, field), path.length === 1) };
  }
  return problems;
}

/** The form's field for a path of the body, or for a name in the service's list. */
export function fieldOf(path: readonly PropertyKey[]): NewPaymentField {
  const known = NEW_PAYMENT_FIELDS.find((field) => path.includes(field));
  // If the customer's details as a whole are invalid, an e-mail address is missing.
  return known ?? "customer_email";
}

function textOf(request: InitiatePaymentRequest, field: NewPaymentField): string {
  const flat: Partial<Record<string, unknown>> = { ...request, ...request.customer_details };
  const value = flat[field];
  return typeof value === "string" ? value : "";
}

function faultOf(field: NewPaymentField, text: string, isOfWhole: boolean): NewPaymentFault {
  switch (field) {
    case "merchant_transaction_id":
      if (isBlank(text)) return "missing";
      if (text.includes(HASH_SEPARATOR)) return "separator";
      return textFault(field, text);
    case "transaction_amount":
      return amountFault(text);
    case "currency":
      return "unknown_currency";
    case "customer_email":
      if (text === "" && isOfWhole) return "contact_missing";
      return isTooLong(field, text) ? "too_long" : "malformed_email";
    case "customer_phone":
      return "malformed_phone";
    case "payment_method":
    case "card_scheme":
      return "not_a_choice";
    case "customer_name":
    case "issuing_bank":
    case "udf1":
    case "udf2":
    case "udf3":
      return textFault(field, text);
    case "surl":
    case "furl":
      return isTooLong(field, text) ? "too_long" : "malformed_url";
  }
}

function textFault(field: keyof typeof TEXT_LIMITS, text: string): NewPaymentFault {
  return isTooLong(field, text) || isAcceptedText(text) ? "too_long" : "unstorable";
}

function isTooLong(field: keyof typeof TEXT_LIMITS, text: string): boolean {
  return codePointLength(text) > TEXT_LIMITS[field];
}

function amountFault(text: string): NewPaymentFault {
  if (text === "") return "missing";
  const amount = parseAmount(text);
  if (amount.ok) return "too_small";
  return amount.error === "too_large" ? "too_large" : "malformed_amount";
}
