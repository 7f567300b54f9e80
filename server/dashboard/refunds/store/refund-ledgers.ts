import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";
import type { BalanceReporter } from "../domain/may-refund";
import type { ReportedRemaining } from "../domain/refund-balance";

type LedgerRow = { remainingPaise: bigint | null; reportedAtMs: number | null };

const COLUMNS = `told_remaining_paise as "remainingPaise", (extract(epoch from told_at) * 1000)::float8 as "reportedAtMs"`;

const LOCK_LEDGER = prepared(
  "insert into refund_ledgers (transaction_id) values ($1) on conflict do nothing",
);
const LOCK_LEDGER_2 = prepared(`select ${COLUMNS} from refund_ledgers where transaction_id = $1 for update`);

/**
 * Locks a payment's ledger row (`for update`) and creates it at the first refund: until the transaction ends, no one
 * else decides about a refund of this payment (failures 2 and 12).
 */
export async function lockLedger(db: Db, transactionId: string): Promise<ReportedRemaining | null> {
  const [, { rows }] = await Promise.all([
    db.query({ ...LOCK_LEDGER, values: [transactionId] }),
    db.query<LedgerRow>({ ...LOCK_LEDGER_2, values: [transactionId] }),
  ]);
  return reportedOf(rows[0]);
}

const READ_LEDGER = prepared(`select ${COLUMNS} from refund_ledgers where transaction_id = $1`);

/** Reads the ledger without a lock, for display. */
export async function readLedger(db: Db, transactionId: string): Promise<ReportedRemaining | null> {
  const { rows } = await db.query<LedgerRow>({ ...READ_LEDGER, values: [transactionId] });
  return reportedOf(rows[0]);
}

const RECORD_REPORTED_REMAINING = prepared(
  "update refund_ledgers set told_remaining_paise = $2, told_at = clock_timestamp() where transaction_id = $1",
);

export async function recordReportedRemaining(
  db: Db,
  transactionId: string,
  remainingPaise: bigint,
): Promise<void> {
  await db.query({ ...RECORD_REPORTED_REMAINING, values: [transactionId, remainingPaise] });
}

const FIND_REPORTER = prepared(`select i.id as "intentId", p.name as by
  from refund_intents i join people p on p.id = i.requested_by
  where i.transaction_id = $1 and ${checkedOnRow("i.answered_at is not null")}
  order by i.told_remaining_paise is not null desc, i.answered_at desc limit 1`);

/** The refund that was last refused with a balance; where it was accepted after all, which ends its refusal, the newest one. */
export async function findBalanceReporter(db: Db, transactionId: string): Promise<BalanceReporter | null> {
  const { rows } = await db.query<BalanceReporter>({ ...FIND_REPORTER, values: [transactionId] });
  return rows[0] ?? null;
}

function reportedOf(row: LedgerRow | undefined): ReportedRemaining | null {
  if (row === undefined) return null;
  const { remainingPaise, reportedAtMs } = row;
  return remainingPaise === null || reportedAtMs === null ? null : { remainingPaise, reportedAtMs };
}
