import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";

const SUM_AWAITING = prepared(`select coalesce(sum(v.amount_paise), 0)::bigint as paise
     from approval_reservations v join approval_requests a on a.id = v.approval_id
     where v.transaction_id = $1 and ${checkedOnRow("a.state = 'WAITING'")} and ($2::uuid is null or a.id <> $2)`);

/** What waiting requests reserve of a payment's balance; `but` is the one being decided. */
export async function sumAwaiting(
  db: Db,
  transactionId: string,
  options: { but?: string } = {},
): Promise<bigint> {
  const { rows } = await db.query<{ paise: bigint }>({
    ...SUM_AWAITING,
    values: [transactionId, options.but ?? null],
  });
  return rows[0]?.paise ?? 0n;
}

const SUM_APPROVED_ROWS = prepared(`with ready as materialized (
       select run_id, amount_paise from bulk_rows where transaction_id = $1 and state = 'ready')
     select coalesce(sum(r.amount_paise), 0)::bigint as paise
     from ready r join bulk_runs b on b.id = r.run_id
     where b.kind = 'refund' and b.state in ('awaiting_approval', 'running', 'paused')
       and coalesce((select true from approval_requests a where a.run_id = b.id and a.state = 'APPROVED' limit 1), false)`);

/**
 * What approved bulk runs will still refund of a payment: reserved until they are complete or stopped (decision 0147).
 * A row being sent has an intent by then, or is about to get one and reserves by itself.
 */
export async function sumApprovedRows(db: Db, transactionId: string): Promise<bigint> {
  const { rows } = await db.query<{ paise: bigint }>({ ...SUM_APPROVED_ROWS, values: [transactionId] });
  return rows[0]?.paise ?? 0n;
}

/**
 * What was refunded here on each of these payments since a time without a second person, in paise: open, or accepted
 * and not failed, or paid late. Payments without any are left out.
 */
export async function sumUnapproved(
  db: Db,
  transactionIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ transactionId: string; paise: bigint }>(
    `select transaction_id as "transactionId", sum(amount_paise)::bigint as paise from refund_intents
     where transaction_id = any($1::text[]) and requested_at >= $2 and approval_id is null
       and (state in ('RECORDED', 'SENDING', 'UNKNOWN') or (state = 'ACCEPTED'
         and (refund_status <> 'FAILURE' or late_success_seen_at is not null)))
     group by transaction_id`,
    [transactionIds, since],
  );
  return new Map(rows.map(({ transactionId, paise }) => [transactionId, paise]));
}

const LOCK_FORM = prepared("select pg_advisory_xact_lock(hashtextextended($1, 0))");

/** Held until the transaction ends: submissions of one form are evaluated one by one, whatever their payments. */
export async function lockForm(db: Db, intentId: string): Promise<void> {
  await db.query({ ...LOCK_FORM, values: [intentId] });
}
