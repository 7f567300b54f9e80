import { randomBytes, randomUUID } from "node:crypto";
import {
  NEW_PAYMENT_FIELDS,
  type NewPaymentEntry,
  type NewPaymentForm,
} from "@/lib/payments/new-payment-view";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";

const SUGGESTION_BYTES = 4;

/** The view of a form to create a payment: a new id, empty fields, and a suggested reference. Throws ForbiddenError. */
export async function newPaymentForm(ctx: Ctx): Promise<{ form: NewPaymentForm; suggestion: string }> {
  await requirePermission(ctx, "create_payment", { kind: "payment_creation", id: "" });
  const empty = Object.fromEntries(NEW_PAYMENT_FIELDS.map((field) => [field, ""])) as NewPaymentEntry;
  const day = ctx.clock.now().toISOString().slice(0, 10).replaceAll("-", "");
  return {
    form: { intentId: randomUUID(), entry: { ...empty, currency: "INR" }, wasUnknown: false, outcome: null },
    suggestion: `PAY-${day}-${randomBytes(SUGGESTION_BYTES).toString("hex").toUpperCase()}`,
  };
}
