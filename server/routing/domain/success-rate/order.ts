import type { SuccessRateTarget } from "../rules/rule";
import { orderByShare, type Scatter } from "../rules/split";
import type { SegmentShares } from "./shares";

/** The share of a gateway without a known share, or with a share of zero: it comes last, and can still be reached. */
const LEAST_SHARE = 1e-6;

/**
 * The gateways of a target in the order in which they are tried, by their shares; by equal ones while nothing is known.
 * The draw is of the reference, as in a split, so that a decision can be repeated from what was stored with it.
 */
export function orderBySuccess(
  { gateways, floor }: SuccessRateTarget,
  shares: SegmentShares | null,
  reference: string,
  scatter: Scatter,
): string[] {
  const shareOf = (gateway: string): number => {
    if (shares === null) return 1;
    const known = shares.gateways.find((one) => one.gateway === gateway);
    return Math.max(known?.share ?? floor, LEAST_SHARE);
  };
  const weighed = gateways.map((gateway) => ({ gateway, weight: shareOf(gateway) }));
  return orderByShare(weighed, reference, scatter);
}
