import { AMOUNT_BANDS, type RateRange, type RateSegment, type RateView } from "@/lib/gateways/rate-view";
import type { OpsRead } from "@/lib/ops-outcomes";
import type { PaymentKinds } from "@/lib/payments/payment-kinds";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readKinds } from "../../ops/read-kinds";
import { readOps } from "../../ops/read-ops";
import { presentRates, rateSpan } from "../domain/rate-view";

/**
 * Each gateway's success rate and share of the payments in a period, and in the one before it (decision 0316). Without
 * the period before, the rest is shown.
 */
export async function readRates(
  ctx: Ctx,
  { range, segment }: { range: RateRange; segment: RateSegment },
  zone: string,
): Promise<OpsRead<RateView>> {
  await requirePermission(ctx, "view_gateways", { kind: "gateway", id: "list" });
  const span = rateSpan(range, ctx.clock.now(), zone);
  const { min, max } = segment.band === null ? { min: null, max: null } : AMOUNT_BANDS[segment.band];
  const count = ({ from, until }: { from: Date; until: Date }) =>
    readOps(ctx, "payments.success_rates", {
      from: from.toISOString(),
      until: until.toISOString(),
      bucket: span.step,
      time_zone: zone,
      payment_method: segment.method,
      // A service before these were known refuses them, so they are sent only where they are chosen.
      ...(segment.currency !== null && { currency: segment.currency }),
      ...(segment.scheme !== null && { card_scheme: segment.scheme }),
      ...(segment.bank !== null && { issuing_bank: segment.bank }),
      amount_min: min,
      amount_max: max,
    });
  const [now, before] = await Promise.all([count(span), count(span.before)]);
  if (now.kind !== "found") return now;
  const value = presentRates(now.value, before.kind === "found" ? before.value : null, span);
  return { ...now, value };
}

/** The currencies, card schemes and banks that payments of the period have; null where the service does not tell. */
export async function readRateKinds(ctx: Ctx, range: RateRange, zone: string): Promise<PaymentKinds | null> {
  await requirePermission(ctx, "view_gateways", { kind: "gateway", id: "list" });
  return readKinds(ctx, rateSpan(range, ctx.clock.now(), zone));
}
