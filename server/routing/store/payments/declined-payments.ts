import type { Db } from "@/server/platform/pool";

/**
 * How a decline reason is found in SQL (decision 0312). `keys`: `<vendor> <code>` in lower case, of `codeKey`. Payments
 * with one of them, or with none of them, are of the reason.
 */
export type DeclineCondition = {
  /** Codes of the reasons. */
  keys: readonly string[];
  /** All codes with a reason; null unless payments without one are wanted. */
  keysOfOthers: readonly string[] | null;
  /** Payments that were dropped without a code: the customer left. */
  withAbandoned: boolean;
};

/** The statuses of a payment that was not paid and has a decline reason, if a gateway had opened it. */
export const DECLINED = "status in ('FAILURE', 'DROP') and gateway is not null";
const KEY = "split_part(gateway, '-', 1) || ' ' || lower(failure_code)";

/** The condition on a row of `payments`; `place` adds a value and returns its placeholder. */
export function declinedCondition(condition: DeclineCondition, place: (value: unknown) => string): string {
  const { keys, keysOfOthers, withAbandoned } = condition;
  const parts = [`(failure_code is not null and ${KEY} = any(${place(keys)}::text[]))`];
  if (withAbandoned) parts.push("(failure_code is null and status = 'DROP')");
  if (keysOfOthers !== null) {
    parts.push(
      "(failure_code is null and status = 'FAILURE')",
      `(failure_code is not null and ${KEY} <> all(${place(keysOfOthers)}::text[]))`,
    );
  }
  return `${DECLINED} and (${parts.join(" or ")})`;
}

export type DeclineCount = {
  gateway: string;
  status: "FAILURE" | "DROP";
  code: string | null;
  count: number;
};

/**
 * How many payments of a period were not paid, by gateway, status and code in lower case; reads one index alone, and at
 * most `limit` of its newest entries. `oldest`: the creation of the last payment that was counted.
 */
export async function countDeclines(
  db: Db,
  merchantId: number,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<{ counts: DeclineCount[]; counted: number; oldest: Date | null }> {
  const { rows } = await db.query<DeclineCount & { oldest: Date }>(declineCountStatement, [
    merchantId,
    from,
    until,
    limit,
  ]);
  return {
    counts: rows.map(({ gateway, status, code, count }) => ({ gateway, status, code, count })),
    counted: rows.reduce((sum, { count }) => sum + count, 0),
    oldest: rows.reduce<Date | null>(
      (first, { oldest }) => (first === null || oldest < first ? oldest : first),
      null,
    ),
  };
}

const declineCountStatement = `
  select gateway, status, lower(failure_code) as code, count(*)::integer as count, min(created_at) as oldest
  from (
    select gateway, status, failure_code, created_at from payments
    where merchant_id = $1 and ${DECLINED} and created_at >= $2 and created_at < $3
    order by created_at desc, id desc limit $4) as declined
  group by 1, 2, 3`;
