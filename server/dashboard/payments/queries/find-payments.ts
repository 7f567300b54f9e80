import type { PaymentLookup, PaymentView } from "@/lib/payments/payment-view";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentPayments } from "../domain/payment";
import { presentMore, stateOf } from "../domain/payment-item";
import { unaskable } from "../domain/reference";
import { serviceErrorOf } from "../../routing-client/answer";
import { withOwnAmountsOf } from "./with-own-amounts";
import { statedByLedger } from "./refunds-made-here";
import { rememberPayments } from "./remember-payments";

/**
 * All records of a merchant reference, newest first. Spaces around it are part of a reference (decision 0024) but
 * mostly come from copying: if no record has exactly this reference, the trimmed one is looked up. "Not found" is
 * returned only when the service said so (failure 7).
 */
export async function findPayments(ctx: Ctx, reference: string): Promise<PaymentLookup> {
  const found = await findRecords(ctx, reference);
  return found.kind === "found" ? { ...found, payments: await withMore(ctx, found) } : found;
}

/** The same without what only the service's list has. */
export async function findRecords(ctx: Ctx, reference: string): Promise<PaymentLookup> {
  await requirePermission(ctx, "view_payments", { kind: "reference", id: reference });
  const exact = await findExactly(ctx, reference);
  const trimmed = reference.trim();
  if (exact.kind !== "not_found" || trimmed === reference) return exact;
  const withoutSpaces = await findExactly(ctx, trimmed);
  return withoutSpaces.kind === "not_found" ? exact : withoutSpaces;
}

/** Of exactly this reference. The caller authorizes. */
export async function findExactly(ctx: Ctx, reference: string): Promise<PaymentLookup> {
  const fault = unaskable(reference);
  if (fault !== null) return { kind: "invalid", reference, fault };

  const askedAt = ctx.clock.now();
  const answer = await ctx.routing.transactionStatus(reference);
  const checkedAt = ctx.clock.now().toISOString();
  if (answer.kind === "answered") {
    await rememberPayments(ctx, answer.value, askedAt);
    return { kind: "found", reference, payments: presentPayments(answer.value), checkedAt };
  }
  if (answer.kind === "refused" && answer.refusal.kind === "not_found") {
    return { kind: "not_found", reference, checkedAt };
  }
  return { kind: "service_error", reference, serviceError: serviceErrorOf(answer), checkedAt };
}

const MOST_RECORDS = 200;

/** Adds method, masked customer and refunds. The records are shown without them when the list is not available. */
async function withMore(
  ctx: Ctx,
  { reference, payments }: Extract<PaymentLookup, { kind: "found" }>,
): Promise<PaymentView[]> {
  if (!(await ctx.routing.capabilities()).offers("payments.search")) return statedByLedger(ctx, payments);
  const fields = { merchant_transaction_id: reference, limit: MOST_RECORDS };
  const answer = await ctx.routing.ops("payments.search", fields);
  if (answer.kind !== "answered") return statedByLedger(ctx, payments);
  const known = await withOwnAmountsOf(ctx, answer.value.payments);
  const now = ctx.clock.now();
  const listed = new Map(known.map((payment) => [payment.transaction_id, payment]));
  return payments.map((payment) => {
    const item = listed.get(payment.transactionId);
    return item === undefined ? payment : { ...payment, state: stateOf(item, now), more: presentMore(item) };
  });
}
