import type { Pool } from "@/server/platform/pool";
import type { BookedIntent, BookedManual, BookedRow } from "./books";

type ReadBooks = {
  intents: (Omit<BookedIntent, "decidedStep"> & { requestedAt: Date })[];
  rows: BookedRow[];
  manual: Omit<BookedManual, "step" | "endedStep">[];
  requests: { id: string; transactionId: string; isEnded: boolean }[];
};

const INTENTS = `
  select i.id, i.transaction_id as "transactionId", i.amount_paise as "amountPaise", i.state, i.refund_id as "refundId",
    i.refund_status as "refundStatus", i.late_success_seen_at is not null as "isPaidLate",
    i.requested_by as "requestedById", i.requested_at as "requestedAt",
    case when a.id is not null then json_build_object('requestedById', a.requested_by, 'decidedById', a.decided_by,
      'isApproved', a.state = 'APPROVED') end as approval
  from refund_intents i left join approval_requests a on a.id = i.approval_id order by i.requested_at, i.id`;

const ROWS = `
  select r.id, r.run_id as "runId", r.state, s.state as "countedState"
  from current_bulk_rows r join bulk_row_states s on s.id = r.id order by r.run_id, r.position`;

const MANUAL = `
  select id, transaction_id as "transactionId", amount_paise as "amountPaise", state in ('WAITING', 'CONFIRMED', 'VOIDING') as "isHeld"
  from manual_refunds order by recorded_at, id`;

const REQUESTS = `
  select id, transaction_id as "transactionId", state not in ('OPEN', 'QUESTION') as "isEnded"
  from refund_requests order by requested_at, id`;

/** The dashboard's side, as its tables have it. */
export async function readBooks(pool: Pool): Promise<ReadBooks> {
  const [intents, rows, manual, requests] = await Promise.all([
    pool.query<ReadBooks["intents"][number]>(INTENTS),
    pool.query<BookedRow>(ROWS),
    pool.query<ReadBooks["manual"][number]>(MANUAL),
    pool.query<ReadBooks["requests"][number]>(REQUESTS),
  ]);
  return { intents: intents.rows, rows: rows.rows, manual: manual.rows, requests: requests.rows };
}
