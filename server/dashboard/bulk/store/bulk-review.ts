import { LIKELY_DUPLICATE_KINDS } from "@/lib/bulk";
import type { Db } from "@/server/platform/pool";
import { LISTED_COLUMNS, LISTED_FROM, type ListedBulkRow } from "./bulk-rows";

/** The rows of one request for approval. */
type RequestedRows = { runId: string; requestedAt: Date };

/**
 * A request covers the rows that were ready when it was made: not those left out, nor those sent before a pause. The
 * latter were claimed earlier, and are not ready any more.
 */
const isRequested = (runId: string, requestedAt: string): string => `r.run_id = ${runId}
  and r.state not in ('unchecked', 'problem', 'likely_duplicate', 'skipped')
  and (r.state = 'ready' or r.claimed_at is null or r.claimed_at >= ${requestedAt})
  and r.transaction_id is not null and r.currency is not null and r.amount_paise is not null`;
const REQUESTED = isRequested("$1", "$2");

type RequestedSum = { currency: string; rows: number; amountPaise: bigint; testPaise: bigint };

/** Returns one sum for each currency. */
export async function sumRequestedRows(
  db: Db,
  { runId, requestedAt }: RequestedRows,
): Promise<RequestedSum[]> {
  const { rows } = await db.query<RequestedSum>(
    `select r.currency, count(*)::int as rows, sum(r.amount_paise)::bigint as "amountPaise",
       coalesce(sum(r.amount_paise) filter (where r.is_test), 0)::bigint as "testPaise"
     from current_bulk_rows r where ${REQUESTED} group by r.currency order by r.currency`,
    [runId, requestedAt],
  );
  return rows;
}

export async function countRequestedPayments(db: Db, { runId, requestedAt }: RequestedRows): Promise<number> {
  const { rows } = await db.query<{ payments: number }>(
    `select count(distinct r.transaction_id)::int as payments from current_bulk_rows r where ${REQUESTED}`,
    [runId, requestedAt],
  );
  return rows[0]?.payments ?? 0;
}

type LargestRow = { approvalId: string; currency: string; amountPaise: bigint };

/** The largest amount of each request, by currency. */
export async function largestRequestedAmounts(
  db: Db,
  requests: readonly (RequestedRows & { approvalId: string })[],
): Promise<LargestRow[]> {
  if (requests.length === 0) return [];
  const { rows } = await db.query<LargestRow>(
    `select a.id as "approvalId", r.currency, max(r.amount_paise)::bigint as "amountPaise"
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as a (id, run_id, requested_at)
     join current_bulk_rows r on ${isRequested("a.run_id", "a.requested_at")}
     group by a.id, r.currency`,
    [
      requests.map(({ approvalId }) => approvalId),
      requests.map(({ runId }) => runId),
      requests.map(({ requestedAt }) => requestedAt),
    ],
  );
  return rows;
}

/** The largest rows of each currency. */
export async function largestRequestedRows(
  db: Db,
  { runId, requestedAt }: RequestedRows,
  perCurrency: number,
): Promise<ListedBulkRow[]> {
  const { rows } = await db.query<ListedBulkRow>(
    `select ${LISTED_COLUMNS} ${LISTED_FROM}
     join (
       select r.id, row_number() over (partition by r.currency order by r.amount_paise desc, r.position) as rank
       from current_bulk_rows r where ${REQUESTED}) l on l.id = r.id
     where l.rank <= $3 order by r.currency, l.rank`,
    [runId, requestedAt, perCurrency],
  );
  return rows;
}

/** Lists the rows in the order of the file. */
export async function listRequestedRows(
  db: Db,
  { runId, requestedAt }: RequestedRows,
  page: { after: number; limit: number },
): Promise<ListedBulkRow[]> {
  const { rows } = await db.query<ListedBulkRow>(
    `select ${LISTED_COLUMNS} ${LISTED_FROM}
     where ${REQUESTED} and r.position > $3 order by r.position limit $4`,
    [runId, requestedAt, page.after, page.limit],
  );
  return rows;
}

/** Likely duplicates that a person confirmed, in the order of the file. */
export async function listConfirmedRows(
  db: Db,
  { runId, requestedAt }: RequestedRows,
  limit: number,
): Promise<{ rows: ListedBulkRow[]; count: number }> {
  const { rows } = await db.query<ListedBulkRow & { count: number }>(
    `select count(*) over ()::int as count, ${LISTED_COLUMNS} ${LISTED_FROM}
     where ${REQUESTED} and r.confirmed_by is not null order by r.position limit $3`,
    [runId, requestedAt, limit],
  );
  return { rows, count: rows[0]?.count ?? 0 };
}

export type ReasonSum = {
  reason: string | null;
  /** How many rows have the reason, in all currencies. */
  rows: number;
  currency: string;
  amountPaise: bigint;
  /** How many reasons there are. */
  count: number;
};

/** The reasons with the most rows, first the most frequent; one entry for each currency of a reason. */
export async function sumReasons(
  db: Db,
  { runId, requestedAt }: RequestedRows,
  limit: number,
): Promise<ReasonSum[]> {
  const { rows } = await db.query<ReasonSum>(
    `with requested as (
       select nullif(r.reason, '') as reason, r.currency, r.amount_paise from current_bulk_rows r where ${REQUESTED}
     ), counted as (
       select reason, count(*)::int as rows, count(*) over ()::int as count,
         row_number() over (order by count(*) desc, reason) as rank
       from requested group by reason
     )
     select c.reason, c.rows, q.currency, sum(q.amount_paise)::bigint as "amountPaise", c.count
     from counted c join requested q on q.reason is not distinct from c.reason
     where c.rank <= $3 group by c.rank, c.reason, c.rows, c.count, q.currency order by c.rank, q.currency`,
    [runId, requestedAt, limit],
  );
  return rows;
}

export type SamePayment = {
  transactionId: string;
  reference: string;
  rows: number;
  lines: number[];
  currency: string;
  amountPaise: bigint;
  /** How many such payments there are. */
  count: number;
};

/** Payments with several rows, the largest sum first, each with its first lines. */
export async function listSamePayments(
  db: Db,
  { runId, requestedAt }: RequestedRows,
  limits: { payments: number; lines: number },
): Promise<SamePayment[]> {
  const { rows } = await db.query<SamePayment>(
    `select r.transaction_id as "transactionId", min(r.reference) as reference, count(*)::int as rows,
       (array_agg(r.line order by r.position))[1:$4::int] as lines, min(r.currency) as currency,
       sum(r.amount_paise)::bigint as "amountPaise", count(*) over ()::int as count
     from current_bulk_rows r where ${REQUESTED}
     group by r.transaction_id having count(*) > 1
     order by sum(r.amount_paise) desc, r.transaction_id limit $3`,
    [runId, requestedAt, limits.payments, limits.lines],
  );
  return rows;
}

type LeftOutRows = { duplicates: number; likelyDuplicates: number; problems: number };

/** Rows of the file that are never sent, by why. A row may have several faults: the first that applies counts. */
export async function countLeftOutRows(db: Db, runId: string): Promise<LeftOutRows> {
  const { rows } = await db.query<LeftOutRows>(
    `select count(*) filter (where "isSame")::int as duplicates,
       count(*) filter (where not "isSame" and "isLikely")::int as "likelyDuplicates",
       count(*) filter (where not "isSame" and not "isLikely")::int as problems
     from (
       select r.faults @> '[{"kind": "same_as_line"}]' as "isSame",
         exists (select from jsonb_array_elements(r.faults) f where f ->> 'kind' = any($2::text[])) as "isLikely"
       from bulk_rows r
       where r.run_id = $1 and r.state in ('problem', 'likely_duplicate', 'skipped')) l`,
    [runId, LIKELY_DUPLICATE_KINDS],
  );
  return rows[0] ?? { duplicates: 0, likelyDuplicates: 0, problems: 0 };
}
