import type { OpsResult } from "@/lib/contract/ops";
import { PAYMENT_STATUSES, type PaymentStatus } from "@/lib/contract/statuses";
import type { OverviewPart, OverviewStep, PaymentTotals } from "@/lib/overview/overview-views";
import { formatPaise } from "@/lib/money";
import { ratedOf, successRate } from "@/lib/success-rate";
import { endOfStep, type OverviewSpan, stepOf } from "./overview-span";

export type ServiceCount = OpsResult<"payments.counts">["counts"][number];

type Counts = Record<PaymentStatus, number>;

function noCounts(): Counts {
  return Object.fromEntries(PAYMENT_STATUSES.map((status) => [status, 0])) as Counts;
}

/** The counts by step; a step without events has zeros. */
export function stepsOf(counts: readonly ServiceCount[], span: OverviewSpan): OverviewStep[] {
  const steps = span.starts.map((start, index) => ({
    // The first week of chosen days is counted from the first of them.
    from: (start < span.from ? span.from : start).toISOString(),
    until: endOfStep(span, index).toISOString(),
    counts: noCounts(),
  }));
  for (const { bucket, status, count } of counts) {
    const step = steps[stepOf(span, new Date(bucket))];
    if (step !== undefined) step.counts[status] += count;
  }
  return steps;
}

/** The payments in each step of an earlier span, in any status. */
export function sumsOf(counts: readonly ServiceCount[], span: OverviewSpan): number[] {
  return stepsOf(counts, span).map((step) => Object.values(step.counts).reduce((sum, one) => sum + one, 0));
}

/** The totals of the span; paid amounts are summed by currency, exact to the paisa, the one of most payments first. */
export function totalsOf(counts: readonly ServiceCount[]): PaymentTotals {
  const totals = noCounts();
  const paid = new Map<string, { count: number; paise: bigint }>();
  for (const { status, currency, count, amount } of counts) {
    totals[status] += count;
    if (status !== "SUCCESS") continue;
    const before = paid.get(currency) ?? { count: 0, paise: 0n };
    paid.set(currency, { count: before.count + count, paise: before.paise + sumPaise(amount) });
  }
  return {
    counts: totals,
    rate: successRate(ratedOf(totals)),
    paid: [...paid]
      .sort(([one, a], [other, b]) => b.count - a.count || one.localeCompare(other))
      .map(([currency, { paise }]) => ({ currency, amount: formatPaise(paise) })),
  };
}

/**
 * Sums the counts by gateway or method, the busiest first. Payments without one (no checkout opened or method
 * requested) come last.
 */
export function partsOf(
  counts: readonly ServiceCount[],
  nameOf: (count: ServiceCount) => string | null | undefined,
): OverviewPart[] {
  const byName = new Map<string | null, Counts>();
  for (const count of counts) {
    const name = nameOf(count) ?? null;
    const sums = byName.get(name) ?? noCounts();
    sums[count.status] += count.count;
    byName.set(name, sums);
  }
  return [...byName]
    .map(([name, sums]) => ({ name, rated: ratedOf(sums) }))
    .map(({ name, rated }) => ({ name, paid: rated.hits, ended: rated.of, rate: successRate(rated) }))
    .sort((one, other) => Number(one.name === null) - Number(other.name === null) || other.ended - one.ended);
}

/** The service's sums are exact and can have more digits than one amount has. */
function sumPaise(text: string): bigint {
  return BigInt(text.replace(".", ""));
}
