import type { BulkFault } from "@/lib/bulk";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";

const LOCK_LEFT_REQUESTS = prepared(`select a.id from bulk_rows r join approval_requests a on a.id = r.id
     where r.run_id = $1 and r.state = 'ready' and r.claimed_times > 0 and ${checkedOnRow("a.state = 'WAITING'")}
     order by a.id for update of a`);

/** Locks the waiting requests that earlier attempts made for single rows of a run, and returns their ids. */
export async function lockLeftRequests(db: Db, runId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({ ...LOCK_LEFT_REQUESTS, values: [runId] });
  return rows.map(({ id }) => id);
}

const FOLLOW_REFUNDS = prepared(`update bulk_rows r
     set state = case
           when i.state = 'UNKNOWN' then 'unknown'
           when i.state = 'REFUSED' then 'refused'
           when i.state <> 'ACCEPTED' then 'sending'
           when i.refund_status = 'SUCCESS' or i.late_success_seen_at is not null then 'done'
           when i.refund_status = 'FAILURE' then 'failed'
           else 'accepted' end,
       faults = '[]', message = i.message, not_before = null, claimed_times = claimed_times + 1,
       claimed_until = clock_timestamp()
     from refund_intents i
     where i.id = r.id and i.transaction_id = r.transaction_id and i.amount_paise = r.amount_paise
       and r.run_id = $1 and r.state in ('ready', 'sending') and r.claimed_times > 0
       and ${checkedOnRow("i.state in ('ACCEPTED', 'REFUSED', 'UNKNOWN') or (i.state <> 'NOT_SENT' and r.state = 'ready')")}`);

/**
 * A row whose own refund exists (its id, payment and amount) has its state, and is not sent again. While someone else sends
 * that refund, because it was approved on its own, the row is in progress: it goes on with the refund's outcome, and is
 * recovered if the refund certainly was not sent. The new claim belongs to no process. No intent is locked: an outcome that is stored at this very
 * moment waits for the row in the trigger `follow_refund_intent`, which then sets it.
 */
export async function followRefunds(db: Db, runId: string): Promise<void> {
  await db.query({ ...FOLLOW_REFUNDS, values: [runId] });
}

const LIST_ROWS_TO_APPROVE =
  prepared(`select r.transaction_id as "transactionId", r.amount_paise as "amountPaise",
       r.currency, r.is_test as "isTest", r.state = 'sending' as "isInProgress"
     from bulk_rows r
     where r.run_id = $1 and r.state in ('ready', 'sending')
       and r.transaction_id is not null and r.amount_paise is not null and r.currency is not null
       and (r.claimed_times = 0 or case r.state
         when 'ready' then not (
           exists (select from approval_requests a where a.id = r.id)
           or exists (select from refund_intents i where i.id = r.id and ${checkedOnRow("i.state <> 'NOT_SENT'")}))
         else not exists (select from refund_intents i
           where i.id = r.id and ${checkedOnRow("i.state in ('ACCEPTED', 'REFUSED', 'UNKNOWN')")}) end)
     order by r.position`);

export type RowToApprove = {
  transactionId: string;
  amountPaise: bigint;
  currency: string;
  isTest: boolean;
  /** An attempt to send it is under way or was broken off, and may end with nothing sent: then it is sent again. */
  isInProgress: boolean;
};

/**
 * The rows of a run that are still to be sent, or may be. A row that waits with a request or a refund of its own is none of
 * them: the run settles it, and sends no second refund for it.
 */
export async function listRowsToApprove(db: Db, runId: string): Promise<RowToApprove[]> {
  const { rows } = await db.query<RowToApprove>({ ...LIST_ROWS_TO_APPROVE, values: [runId] });
  return rows;
}

const NEEDS_APPROVAL: BulkFault = { kind: "needs_approval" };

/** Ends rows whose request is withdrawn in the same transaction. */
export async function endWithdrawnRows(db: Db, rowIds: readonly string[]): Promise<void> {
  await db.query(
    `update bulk_rows set state = 'not_sent', faults = jsonb_build_array($2::jsonb)
     where id = any($1::uuid[]) and state = 'ready'`,
    [rowIds, JSON.stringify(NEEDS_APPROVAL)],
  );
}
