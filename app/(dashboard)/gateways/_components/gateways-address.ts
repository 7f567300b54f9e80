import type { DeclineRange } from "@/lib/gateways/decline-view";
import { AMOUNT_BANDS, type RateRange, type RateSegment } from "@/lib/gateways/rate-view";
import { paths } from "@/lib/paths";

/** What the page shows, as its address says it. */
export type GatewaysAddress = { declines: DeclineRange; rates: RateRange; segment: RateSegment };

export function gatewaysHref({ declines, rates, segment }: GatewaysAddress): string {
  return paths.gateways({
    declines,
    rates,
    method: segment.method ?? undefined,
    amount: segment.band ?? undefined,
    currency: segment.currency ?? undefined,
    scheme: segment.scheme ?? undefined,
    bank: segment.bank ?? undefined,
  });
}

/** Which payments of a gateway a number counts; in any status where nothing is said. */
export type RatePart = "paid" | "failed" | "unavoidable" | "all";

const FILTERS = {
  all: {},
  paid: { status: "SUCCESS" },
  failed: { decline: "against_gateway" },
  unavoidable: { decline: "unavoidable" },
} as const satisfies Record<RatePart, object>;

/** The list of exactly the payments that a number counts. */
export function ratedPaymentsHref(
  { rates, segment }: Pick<GatewaysAddress, "rates" | "segment">,
  { gateway, part, step }: { gateway: string; part: RatePart; step: { from: string; until: string } | null },
): string {
  const { min, max } = segment.band === null ? { min: null, max: null } : AMOUNT_BANDS[segment.band];
  return paths.paymentList({
    ...(step === null ? { range: rates } : { from: step.from, until: step.until }),
    gateway,
    method: segment.method ?? undefined,
    min: min ?? undefined,
    max: max ?? undefined,
    ...FILTERS[part],
  });
}
