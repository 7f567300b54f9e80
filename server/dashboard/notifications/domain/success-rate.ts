type GatewayCount = { gateway?: string | null | undefined; status: string; count: number };
type Sums = { paid: number; ended: number };

/** Fewer payments say nothing. */
const FEWEST_NOW = 20;
const FEWEST_BEFORE = 50;

const ENDED = ["SUCCESS", "FAILURE", "DROP"];

/**
 * Gateways whose share of paid payments among ended ones is lower now than before by `points` percentage points or more.
 * Rates are in percent, rounded.
 */
export function lowGateways(
  now: readonly GatewayCount[],
  before: readonly GatewayCount[],
  points: number,
): { gateway: string; rate: number; usual: number }[] {
  const earlier = sumsOf(before);
  return [...sumsOf(now)].flatMap(([gateway, sums]) => {
    const usual = earlier.get(gateway);
    if (usual === undefined || sums.ended < FEWEST_NOW || usual.ended < FEWEST_BEFORE) return [];
    const [rate, usualRate] = [percent(sums), percent(usual)];
    if (usualRate - rate < points) return [];
    return [{ gateway, rate: Math.round(rate), usual: Math.round(usualRate) }];
  });
}

const percent = ({ paid, ended }: Sums): number => (100 * paid) / ended;

function sumsOf(counts: readonly GatewayCount[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { gateway, status, count } of counts) {
    if (gateway === null || gateway === undefined || !ENDED.includes(status)) continue;
    const { paid, ended } = sums.get(gateway) ?? { paid: 0, ended: 0 };
    sums.set(gateway, { paid: paid + (status === "SUCCESS" ? count : 0), ended: ended + count });
  }
  return sums;
}
