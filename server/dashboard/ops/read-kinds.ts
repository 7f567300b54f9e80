import { CARD_SCHEMES } from "@/lib/contract/statuses";
import type { PaymentKinds } from "@/lib/payments/payment-kinds";
import type { Ctx } from "../context";
import { readOps } from "./read-ops";

/**
 * The currencies, card schemes and banks that payments of a period have, for a query that has checked the permission; null where
 * the service does not tell (decision 0316).
 */
export async function readKinds(ctx: Ctx, period: { from: Date; until: Date }): Promise<PaymentKinds | null> {
  const { from, until } = period;
  const read = await readOps(ctx, "payments.kinds", { from: from.toISOString(), until: until.toISOString() });
  if (read.kind !== "found") return null;
  const { currencies, card_schemes: schemes, issuing_banks: banks } = read.value;
  return { currencies, schemes: CARD_SCHEMES.filter((known) => schemes.includes(known)), banks };
}
