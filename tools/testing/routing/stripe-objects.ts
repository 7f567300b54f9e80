import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { vendorFile } from "./documents/vendor-document";

/** The documented fields of Stripe's objects that a caller could read. */
export type IntentObject = {
  id: string;
  object: "payment_intent";
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  metadata: Record<string, string>;
  last_payment_error: { code: string; decline_code?: string; message?: string } | null;
};
export type SessionObject = {
  id: string;
  object: "checkout.session";
  mode: "payment";
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_intent: IntentObject | null;
  url: string;
};
export type RefundObject = {
  id: string;
  object: "refund";
  amount: number;
  currency: string;
  payment_intent: string;
  status: "pending" | "succeeded" | "failed" | "canceled";
  metadata: Record<string, string>;
};

export const STRIPE_EXAMPLES = "stripe-fixtures3.json";

let examples: Record<string, object> | null = null;

/** Stripe's published example of each of its objects, by name; empty where the folder of documents has none. */
export function stripeExamples(): Record<string, object> {
  if (examples === null) {
    const path = vendorFile(STRIPE_EXAMPLES);
    const text = path === null ? '{"resources":{}}' : readFileSync(path, "utf8");
    examples = (JSON.parse(text) as { resources: Record<string, object> }).resources;
  }
  return examples;
}

/** An object of Stripe's begins from its published example, so that everything is there that a caller may meet. */
export function fromExample<T extends { object: string }>(own: T): T {
  return { ...stripeExamples()[own.object], ...own };
}

export function newSession(form: URLSearchParams, baseUrl: string): SessionObject {
  const id = `cs_test_${randomBytes(12).toString("hex")}`;
  return fromExample({
    id,
    object: "checkout.session",
    mode: "payment",
    status: "open",
    payment_status: "unpaid",
    amount_total: Math.trunc(Number(form.get("line_items[0][price_data][unit_amount]"))),
    currency: form.get("line_items[0][price_data][currency]") ?? "",
    client_reference_id: form.get("client_reference_id"),
    metadata: bracketed(form, "metadata"),
    payment_intent: null,
    url: `${baseUrl}/c/pay/${id}`,
  });
}

export function newStripeRefund(
  form: URLSearchParams,
  status: RefundObject["status"],
  currency: string,
): RefundObject {
  return fromExample({
    id: `re_${randomBytes(8).toString("hex")}`,
    object: "refund",
    amount: Math.trunc(Number(form.get("amount"))),
    currency,
    payment_intent: form.get("payment_intent") ?? "",
    status,
    metadata: bracketed(form, "metadata"),
  });
}

/** The entries of `name[key]=value`. */
function bracketed(form: URLSearchParams, name: string): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([field, value]) => {
      const key = new RegExp(`^${name}\\[([^\\]]+)\\]$`).exec(field)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );
}
