import { type Db, prepared } from "@/server/platform/pool";
import type { RefundFilter } from "../domain/refund-filter";
import type { RefundIntent } from "../domain/refund-intent";
import { CONDITIONS, UNDER_WAY, valuesOf, VIEWS } from "./refund-conditions";
import { INTENT_COLUMNS, INTENT_FROM, type IntentPosition } from "./refund-intents";

/** The matches, newest first; what needs attention, oldest first. `after` is the last row of the page before. */
export async function listMatching(
  db: Db,
  filter: RefundFilter,
  options: { ageingBefore: Date; after: IntentPosition | null; limit: number },
): Promise<RefundIntent[]> {
  const [order, beyond] = filter.view === "attention" ? ["asc", ">"] : ["desc", "<"];
  const { rows } = await db.query<RefundIntent>(
    `select ${INTENT_COLUMNS} ${INTENT_FROM}
     where ${VIEWS[filter.view]} and ${CONDITIONS}
       and ($10::timestamptz is null or (i.requested_at, i.id) ${beyond} ($10, $11::uuid))
     order by i.requested_at ${order}, i.id ${order} limit $12`,
    [
      ...valuesOf(filter, options.ageingBefore),
      options.after?.requestedAt ?? null,
      options.after?.id ?? null,
      options.limit,
    ],
  );
  return rows;
}

const LIST_BY_ID = prepared(
  `select ${INTENT_COLUMNS} ${INTENT_FROM} where i.id = any($1::uuid[]) order by array_position($1::uuid[], i.id)`,
);

/** These refunds, in the order of their ids. */
export async function listIntentsById(db: Db, intentIds: readonly string[]): Promise<RefundIntent[]> {
  const { rows } = await db.query<RefundIntent>({ ...LIST_BY_ID, values: [intentIds] });
  return rows;
}

type RefundsNeedingAttention = { inProgress: number; unknown: number; ageing: number };

/** How many are pending, and how many need attention. */
export async function countNeedingAttention(db: Db, ageingBefore: Date): Promise<RefundsNeedingAttention> {
  const { rows } = await db.query<RefundsNeedingAttention>(
    `select count(*) filter (where i.state <> 'UNKNOWN')::int as "inProgress",
       count(*) filter (where i.state = 'UNKNOWN')::int as unknown,
       count(*) filter (where ${UNDER_WAY} and i.requested_at < $1)::int as ageing
     from refund_intents i
     where i.state in ('RECORDED', 'SENDING', 'UNKNOWN') or (i.state = 'ACCEPTED' and i.completed_at is null)`,
    [ageingBefore],
  );
  return rows[0] ?? { inProgress: 0, unknown: 0, ageing: 0 };
}

/** Everyone who has requested a refund, for the filter. */
export async function listRequesters(db: Db, limit: number): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select p.id, p.name from people p
     where exists (select 1 from refund_intents i where i.requested_by = p.id) order by p.name, p.id limit $1`,
    [limit],
  );
  return rows;
}

/** Which of these refunds of a service were made here. */
export async function ownedRefundIds(
  db: Db,
  serviceAddress: string,
  refundIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ refundId: string }>(
    `select refund_id as "refundId" from refund_intents where service_address = $1 and refund_id = any($2)`,
    [serviceAddress, refundIds],
  );
  return new Set(rows.map(({ refundId }) => refundId));
}
