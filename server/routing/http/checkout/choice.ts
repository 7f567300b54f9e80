import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import { CHECKOUT_OUTCOMES, type CheckoutChoice } from "../../usecases/checkout/submit-checkout";

/** Reads the checkout's form (decision 0038); null when an outcome or a method is unknown or given twice. */
export function readChoice(body: unknown): CheckoutChoice | null {
  if (!Buffer.isBuffer(body)) return null;
  const form = new URLSearchParams(body.toString("utf8"));
  const outcome = only(form.getAll("outcome"), CHECKOUT_OUTCOMES);
  const methods = form.getAll("method");
  const method = methods.length === 0 ? null : only(methods, PAYMENT_METHODS);
  return outcome === undefined || method === undefined ? null : { outcome, method };
}

function only<T extends string>(sent: readonly string[], known: readonly T[]): T | undefined {
  return sent.length === 1 ? known.find((value) => value === sent[0]) : undefined;
}
