import { REFUND_LIST_STATUSES, type RefundListStatus } from "@/lib/refunds/refund-list-views";
import type { Db } from "@/server/platform/pool";
import { type RefundFilter, spanOfFilter } from "../domain/refund-filter";
import { CONDITIONS, valuesOf, VIEWS } from "./refund-conditions";
import { sumByStatus } from "./refund-sums";

export type RefundTotal = { currency: string; count: number; amountPaise: bigint };

/** The views that are defined by the status alone. */
const STATUSES_OF_VIEW: Partial<Record<RefundFilter["view"], readonly RefundListStatus[]>> = {
  all: REFUND_LIST_STATUSES,
  failed: ["REFUSED", "NOT_SENT", "FAILURE"],
};

/** The number and sum of the matches, for each currency. */
export async function sumMatching(db: Db, filter: RefundFilter, ageingBefore: Date): Promise<RefundTotal[]> {
  const ofView = STATUSES_OF_VIEW[filter.view];
  const needsEach = [
    filter.minPaise,
    filter.maxPaise,
    filter.requestedById,
    filter.reasonCode,
    filter.text,
  ].some((one) => one !== null);
  if (ofView === undefined || needsEach) return sumEach(db, filter, ageingBefore);

  const statuses = ofView.filter(
    (status) => filter.statuses.length === 0 || filter.statuses.includes(status),
  );
  const sums = await sumByStatus(db, spanOfFilter(filter));
  return totalsOf(sums.filter(({ status }) => statuses.includes(status)));
}

/** Reads each record: for filters that the sums of days do not cover. */
async function sumEach(db: Db, filter: RefundFilter, ageingBefore: Date): Promise<RefundTotal[]> {
  const { rows } = await db.query<{ currency: string; count: number; amount: string }>(
    `select i.currency, count(*)::int as count, sum(i.amount_paise)::text as amount
     from refund_intents i where ${VIEWS[filter.view]} and ${CONDITIONS} group by i.currency`,
    valuesOf(filter, ageingBefore),
  );
  return totalsOf(
    rows.map(({ currency, count, amount }) => ({ currency, count, amountPaise: BigInt(amount) })),
  );
}

/** One total for each currency, the one with the most refunds first. */
function totalsOf(sums: readonly RefundTotal[]): RefundTotal[] {
  const totals = new Map<string, RefundTotal>();
  for (const { currency, count, amountPaise } of sums) {
    const total = totals.get(currency) ?? { currency, count: 0, amountPaise: 0n };
    totals.set(currency, {
      currency,
      count: total.count + count,
      amountPaise: total.amountPaise + amountPaise,
    });
  }
  return [...totals.values()].sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1));
}
