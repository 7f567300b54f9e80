import type { BulkRunName } from "@/lib/bulk/run-name";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { DuplicateRefund } from "@/lib/duplicate-refunds";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";

type Row = {
  intentId: string;
  kind: DuplicateRefund["kind"];
  by: string;
  at: Date;
  refundId: string | null;
  status: RefundStatus | null;
  wasPaidLate: boolean;
  runId: string | null;
  run: BulkRunName | null;
  isAwaitingApproval: boolean;
};

/** Manual refunds of an amount (`$2`) of a payment (`$1`) that reserve it, in the columns of `Row`. */
const MANUAL = `
     select m.id as "intentId", 'returned_manually' as kind, p.name as "by", m.recorded_at as at, null as "refundId",
       null as status, false as "wasPaidLate", null::uuid as "runId", null::json as run,
       m.state = 'WAITING' as "isAwaitingApproval"
     from manual_refunds m join people p on p.id = m.recorded_by
     where m.transaction_id = $1 and m.amount_paise = $2 and m.state in ('WAITING', 'CONFIRMED')`;

const FIND_DUPLICATES = prepared(
  `with unsent as materialized (
     select id, run_id, state from bulk_rows where transaction_id = $1 and state = 'ready' and amount_paise = $2
     union all
     select id, run_id, state from bulk_rows where transaction_id = $1 and state = 'sending' and amount_paise = $2
   ), reserved as materialized (
     select approval_id from approval_reservations where transaction_id = $1 and amount_paise = $2 and approval_id <> $3
   )
   select * from (
     select i.id as "intentId", 'refunded_before' as kind, p.name as "by", i.requested_at as at, i.refund_id as "refundId",
       i.refund_status as status, i.late_success_seen_at is not null as "wasPaidLate", r.run_id as "runId",
       null::json as run, false as "isAwaitingApproval"
     from refund_intents i join people p on p.id = i.requested_by left join bulk_rows r on r.id = i.id
     where i.transaction_id = $1 and i.state = 'ACCEPTED' and i.id <> $3
       and (i.amount_paise = $2
         or i.id in (select unnest(q.earlier_intents) from refund_requests q where q.intent_id = $3))
       and (i.refund_status <> 'FAILURE' or i.late_success_seen_at is not null)
     union all
     select u.id, 'in_bulk_run', p.name, b.started_at, null, null, false, b.id,
       json_build_object('kind', b.kind, 'source', b.source, 'fileName', b.file_name, 'rowCount', b.row_count,
         'createdBy', c.name, 'createdAt', to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
       b.state = 'awaiting_approval'
     from unsent u join bulk_runs b on b.id = u.run_id join people p on p.id = b.acting_id
       join people c on c.id = b.created_by
     where b.kind = 'refund' and (u.state = 'sending' or b.state in ('awaiting_approval', 'running', 'paused'))
     union all
     select a.id, 'request_waits', p.name, a.requested_at, null, null, false, null, null, true
     from reserved v join approval_requests a on a.id = v.approval_id join people p on p.id = a.requested_by
     where a.kind = 'refund' and ${checkedOnRow("a.state = 'WAITING'")}
     union all ${MANUAL}
   ) found order by at desc, "intentId" limit $4`,
);

/** More refunds of one amount on one payment than a person can check. */
const LIMIT = 50;

/**
 * The likely duplicates of a single refund, newest first: the same amount of the same payment that the service accepted
 * and that did not fail, that a bulk run will send, that awaits approval, or that was returned without a gateway; and of any amount, an earlier refund of the same
 * refund request that was paid late. `but` is the refund itself. Refunds of
 * unknown outcome are left out: they block all others. The caller holds the payment's ledger lock.
 */
export async function findDuplicateRefunds(
  db: Db,
  refund: { transactionId: string; amountPaise: bigint; but: string },
): Promise<DuplicateRefund[]> {
  const { rows } = await db.query<Row>({
    ...FIND_DUPLICATES,
    values: [refund.transactionId, refund.amountPaise, refund.but, LIMIT],
  });
  return rows.map(duplicateOf);
}

const FIND_MANUAL = prepared(`${MANUAL} order by at desc, "intentId" limit $3`);

/** Those of {@link findDuplicateRefunds} that were returned without a gateway: a bulk run's row knows the others. */
export async function findManualDuplicates(
  db: Db,
  refund: { transactionId: string; amountPaise: bigint },
): Promise<DuplicateRefund[]> {
  const { rows } = await db.query<Row>({
    ...FIND_MANUAL,
    values: [refund.transactionId, refund.amountPaise, LIMIT],
  });
  return rows.map(duplicateOf);
}

function duplicateOf(row: Row): DuplicateRefund {
  const { intentId, by, kind, refundId, status, wasPaidLate, runId, run, isAwaitingApproval } = row;
  const shared = { intentId, by, at: row.at.toISOString() };
  switch (kind) {
    case "refunded_before":
      if (refundId === null || status === null) throw new Error("an accepted refund has no id");
      return { ...shared, kind, refundId, status, wasPaidLate, runId };
    case "in_bulk_run":
      if (runId === null || run === null) throw new Error("a bulk row has no run");
      return { ...shared, kind, runId, run, isAwaitingApproval };
    case "request_waits":
      return { ...shared, kind };
    case "returned_manually":
      return { ...shared, kind, isWaiting: isAwaitingApproval };
  }
}

/** The refunds that a person has confirmed as separate from the refund `intentId`. */
export async function listSeparateFrom(
  db: Db,
  ids: readonly string[],
  intentId: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id: string }>(
    "select id from refund_intents where id = any($1::uuid[]) and $2 = any(separate_from)",
    [ids, intentId],
  );
  return new Set(rows.map(({ id }) => id));
}
