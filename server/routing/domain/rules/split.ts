import type { Share } from "./rule";

/**
 * A pseudo-random number above 0 and at most 1, always the same for the same text. Passed in, because the domain does
 * no hashing.
 */
export type Scatter = (text: string) => number;

/**
 * Weighted rendezvous hashing: each gateway draws a number for the reference, and the lowest `-ln(draw) / weight` comes
 * first. Each gateway gets its share of all references; changing one weight moves only references from or to that
 * gateway; the order of the rest is the failover order. The draw does not depend on the rule, so two rules with the
 * same shares agree.
 */
export function orderByShare(shares: readonly Share[], reference: string, scatter: Scatter): string[] {
  return shares
    .map(({ gateway, weight }) => ({
      gateway,
      cost: -Math.log(scatter(`${gateway}\n${reference}`)) / weight,
    }))
    .sort((a, b) => a.cost - b.cost || (a.gateway < b.gateway ? -1 : 1))
    .map(({ gateway }) => gateway);
}
