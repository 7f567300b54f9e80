import type { PaymentKinds } from "@/lib/payments/payment-kinds";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readKinds } from "../../ops/read-kinds";

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
/** Each opening of the list would search a second time. */
const KEEP_MS = 60_000;

/** Cached by account: each has a client of its own. */
const cached = new WeakMap<Ctx["routing"], { until: number; reading: Promise<PaymentKinds | null> }>();

/**
 * What the filter of the list offers: the currencies, card schemes and banks of the last 30 days, as they were within the last minute.
 * Null where the service cannot filter by them, or does not tell now (decision 0324).
 */
export async function listKinds(ctx: Ctx): Promise<PaymentKinds | null> {
  await requirePermission(ctx, "view_payments", { kind: "payment_list", id: "payments" });
  const now = ctx.clock.now().getTime();
  const known = cached.get(ctx.routing);
  if (known !== undefined && now < known.until) return known.reading;
  const reading = readKinds(ctx, { from: new Date(now - DAYS * DAY_MS), until: new Date(now) });
  cached.set(ctx.routing, { until: now + KEEP_MS, reading });
  // A failure is not kept.
  let kinds: PaymentKinds | null = null;
  try {
    kinds = await reading;
  } finally {
    if (kinds === null) cached.delete(ctx.routing);
  }
  return kinds;
}
