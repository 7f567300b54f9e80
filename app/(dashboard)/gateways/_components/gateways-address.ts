import type { DeclineRange } from "@/lib/gateways/decline-view";
import { AMOUNT_BANDS, type RateRange, type RateSegment } from "@/lib/gateways/rate-view";
import { paths } from "@/lib/paths";

/** What is below the list of gateways; the first is shown unless the address says another. */
export const GATEWAY_TABS = ["performance", "declines", "fees", "details", "accounts"] as const;
export type GatewayTab = (typeof GATEWAY_TABS)[number];

/** What the page shows, as its address says it. */
export type GatewaysAddress = {
  tab: GatewayTab;
  declines: DeclineRange;
  rates: RateRange;
  segment: RateSegment;
};

export function gatewaysHref({ tab, declines, rates, segment }: GatewaysAddress): string {
  return paths.gateways({
    tab: tab === "performance" ? undefined : tab,
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
  failed: { status: ["FAILURE", "DROP"] },
  unavoidable: { decline: "unavoidable" },
} as const satisfies Record<RatePart, object>;

/** Null: of the whole period. */
type RateStep = { from: string; until: string } | null;

/**
 * The list of exactly the payments that a number counts. `since`: from when on they were counted, if there were too many to count
 * all.
 */
export function ratedPaymentsHref(
  { rates, segment }: Pick<GatewaysAddress, "rates" | "segment">,
  { gateway, part, step, since }: { gateway: string; part: RatePart; step: RateStep; since: string | null },
): string {
  const { min, max } = segment.band === null ? { min: null, max: null } : AMOUNT_BANDS[segment.band];
  return paths.paymentList({
    ...periodOf(rates, step, since),
    gateway,
    method: segment.method ?? undefined,
    min: min ?? undefined,
    max: max ?? undefined,
    currency: segment.currency ?? undefined,
    scheme: segment.scheme ?? undefined,
    bank: segment.bank ?? undefined,
    ...FILTERS[part],
  });
}

function periodOf(rates: RateRange, step: RateStep, since: string | null) {
  if (step === null) return since === null ? { range: rates } : { from: since };
  return { from: since !== null && since > step.from ? since : step.from, until: step.until };
}
