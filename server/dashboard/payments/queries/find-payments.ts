import type { PaymentLookup } from "@/lib/payments/payment-view";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentPayments } from "../domain/payment";
import { unaskable } from "../domain/reference";
import { serviceErrorOf } from "../../routing-client/call-result";
import { rememberPayments } from "./remember-payments";

/**
 * All records of a merchant reference, newest first. Spaces around it are part of a reference (decision 0024) but
 * mostly come from copying: if no record has exactly this reference, the trimmed one is looked up. "Not found" is
 * returned only when the service said so (failure 7).
 */
export async function findPayments(ctx: Ctx, reference: string): Promise<PaymentLookup> {
  await requirePermission(ctx, "view_payments", { kind: "reference", id: reference });
  const exact = await findExactly(ctx, reference);
  const trimmed = reference.trim();
  if (exact.kind !== "not_found" || trimmed === reference) return exact;
  const withoutSpaces = await findExactly(ctx, trimmed);
  return withoutSpaces.kind === "not_found" ? exact : withoutSpaces;
}

/** Finds the payments of exactly this reference. The caller authorizes. */
export async function findExactly(ctx: Ctx, reference: string): Promise<PaymentLookup> {
  const fault = unaskable(reference);
  if (fault !== null) return { kind: "invalid", reference, fault };

  const askedAt = ctx.clock.now();
  const response = await ctx.routing.transactionStatus(reference);
  const checkedAt = ctx.clock.now().toISOString();
  if (response.kind === "answered") {
    await rememberPayments(ctx, response.value, askedAt);
    return { kind: "found", reference, payments: presentPayments(response.value), checkedAt };
  }
  if (response.kind === "refused" && response.refusal.kind === "not_found") {
    return { kind: "not_found", reference, checkedAt };
  }
  return { kind: "service_error", reference, serviceError: serviceErrorOf(response), checkedAt };
}
