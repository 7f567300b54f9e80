import type { Observed } from "@/lib/proportion";
import { RATED_STATUSES } from "@/lib/success-rate";

type GatewayCount = { gateway?: string | null | undefined; status: string; count: number };

/** Fewer payments say nothing. */
const FEWEST_NOW = 20;
const FEWEST_BEFORE = 50;

const isRated = (status: string): boolean => RATED_STATUSES.some((rated) => rated === status);

/** Gateways whose success rate is lower now than before by `points` percentage points or more. Rates are in percent, rounded. */
export function lowGateways(
  now: readonly GatewayCount[],
  before: readonly GatewayCount[],
  points: number,
): { gateway: string; rate: number; usual: number }[] {
  const earlier = sumsOf(before);
  return [...sumsOf(now)].flatMap(([gateway, sums]) => {
    const usual = earlier.get(gateway);
    if (usual === undefined || sums.of < FEWEST_NOW || usual.of < FEWEST_BEFORE) return [];
    const [rate, usualRate] = [percent(sums), percent(usual)];
    if (usualRate - rate < points) return [];
    return [{ gateway, rate: Math.round(rate), usual: Math.round(usualRate) }];
  });
}

const percent = ({ hits, of }: Observed): number => (100 * hits) / of;

function sumsOf(counts: readonly GatewayCount[]): Map<string, Observed> {
  const sums = new Map<string, Observed>();
  for (const { gateway, status, count } of counts) {
    if (gateway === null || gateway === undefined || !isRated(status)) continue;
    const { hits, of } = sums.get(gateway) ?? { hits: 0, of: 0 };
    sums.set(gateway, { hits: hits + (status === "SUCCESS" ? count : 0), of: of + count });
  }
  return sums;
}
