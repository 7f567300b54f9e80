import type { BulkRunName } from "@/lib/bulk/run-name";
import type { RefundStatus } from "@/lib/contract/statuses";
import { type DuplicateRefund, MAX_CONFIRMED_DUPLICATES } from "@/lib/duplicate-refunds";
import { formatPaise } from "@/lib/money";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { hasOutcome } from "../../bulk/store";
import { wasReplaced } from "../../requests/store";
import { type Db, prepared } from "@/server/platform/pool";

type Row = {
  intentId: string;
  kind: Exclude<DuplicateRefund["kind"], "refunded_outside">;
  by: string;
  at: Date;
  refundId: string | null;
  amountPaise: bigint;
  status: RefundStatus | null;
  wasPaidLate: boolean;
  runId: string | null;
  run: BulkRunName | null;
  isAwaitingApproval: boolean;
  record: { transactionId: string; reference: string; currency: string } | null;
};

const FIND_DUPLICATES = prepared(
  `with unsent as materialized (
     select id, run_id, state from bulk_rows where transaction_id = $1 and state = 'ready' and amount_paise = $2
     union all
     select r.id, run_id, state from bulk_rows r
     where transaction_id = $1 and state = 'sending' and amount_paise = $2 and not ${hasOutcome("r")}
   ), reserved as materialized (
     select approval_id from approval_reservations where transaction_id = $1 and amount_paise = $2 and approval_id <> $3
   )
   select * from (
     select i.id as "intentId", 'refunded_before' as kind, p.name as "by", i.requested_at as at, i.refund_id as "refundId",
       i.amount_paise as "amountPaise", i.refund_status as status, i.late_success_seen_at is not null as "wasPaidLate",
       r.run_id as "runId", null::json as run, false as "isAwaitingApproval", null::json as record
     from refund_intents i join people p on p.id = i.requested_by left join bulk_rows r on r.id = i.id
     where i.transaction_id = $1 and i.state = 'ACCEPTED' and i.id <> $3
       and (i.late_success_seen_at is not null
         or (i.refund_status <> 'FAILURE' and (i.amount_paise = $2 or ${wasReplaced("i")})))
       and ($5::uuid is null or (r.run_id is distinct from $5 and $3 <> all (i.separate_from)))
     union all
     select u.id, 'in_bulk_run', p.name, b.started_at, null, $2::bigint, null, false, b.id,
       json_build_object('kind', b.kind, 'source', b.source, 'fileName', b.file_name, 'rowCount', b.row_count,
         'createdBy', c.name, 'createdAt', to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
       b.state = 'awaiting_approval', null
     from unsent u join bulk_runs b on b.id = u.run_id join people p on p.id = b.acting_id
       join people c on c.id = b.created_by
     where b.kind = 'refund' and (u.state = 'sending' or b.state in ('awaiting_approval', 'running', 'paused'))
       and b.id is distinct from $5
     union all
     select a.id, 'request_waits', p.name, a.requested_at, null, $2::bigint, null, false, null, null, true, null
     from reserved v join approval_requests a on a.id = v.approval_id join people p on p.id = a.requested_by
     where a.kind = 'refund' and ${checkedOnRow("a.state = 'WAITING'")}
     union all
     select m.id, 'returned_manually', p.name, m.recorded_at, null, $2::bigint, null, false, null, null, m.state = 'WAITING', null
     from manual_refunds m join people p on p.id = m.recorded_by
     where m.transaction_id = $1 and m.amount_paise = $2 and m.state in ('WAITING', 'CONFIRMED') and m.id <> $3
     union all
     select m.id, 'same_transfer', p.name, m.recorded_at, null, m.amount_paise, null, false, null, null, m.state = 'WAITING',
       json_build_object('transactionId', m.transaction_id, 'reference', m.reference, 'currency', m.currency)
     from manual_refunds m join people p on p.id = m.recorded_by
     where $6::text is not null and lower(m.transfer_reference) = lower($6) and m.method = $7
       and m.state in ('WAITING', 'CONFIRMED') and m.id <> $3
       and not (m.transaction_id = $1 and m.amount_paise = $2)
   ) found order by at desc, "intentId" limit $4`,
);

/** How money was returned without a gateway, and what the bank or the receipt calls it. */
export type Transfer = { method: string; reference: string };

/**
 * The likely duplicates of a refund, newest first: the same amount of the same payment that the service accepted and that did
 * not fail, that a bulk run will send, that awaits approval, or that was returned without a gateway; and every refund of the
 * payment, of any amount, that was paid late, or whose request was accepted with another one since. Of a record without a gateway also those with the same method and reference, of any payment. `but` is the refund itself. Of a row of a bulk run, `butRun` is the run: neither
 * its other rows count, which were compared with each other, nor refunds that a person has confirmed as separate from the
 * row. Refunds of unknown outcome are left out: they block all others. With more than can be confirmed, none of them can be.
 * The caller holds the payment's ledger lock.
 */
export async function findDuplicateRefunds(
  db: Db,
  refund: {
    transactionId: string;
    amountPaise: bigint;
    but: string;
    butRun?: string | null;
    transfer?: Transfer | null;
  },
): Promise<DuplicateRefund[]> {
  const { transactionId, amountPaise, but, butRun = null, transfer = null } = refund;
  const { rows } = await db.query<Row>({
    ...FIND_DUPLICATES,
    values: [
      transactionId,
      amountPaise,
      but,
      MAX_CONFIRMED_DUPLICATES + 1,
      butRun,
      transfer?.reference ?? null,
      transfer?.method ?? null,
    ],
  });
  return rows.map((row) => duplicateOf(row, amountPaise));
}

function duplicateOf(row: Row, askedPaise: bigint): DuplicateRefund {
  const { intentId, by, kind, refundId, status, wasPaidLate, runId, run, isAwaitingApproval, record } = row;
  const shared = { intentId, by, at: row.at.toISOString() };
  switch (kind) {
    case "refunded_before":
      if (refundId === null || status === null) throw new Error("an accepted refund has no id");
      return {
        ...shared,
        kind,
        refundId,
        status,
        wasPaidLate,
        runId,
        ...(row.amountPaise !== askedPaise && { amount: formatPaise(row.amountPaise) }),
      };
    case "in_bulk_run":
      if (runId === null || run === null) throw new Error("a bulk row has no run");
      return { ...shared, kind, runId, run, isAwaitingApproval };
    case "request_waits":
      return { ...shared, kind };
    case "returned_manually":
      return { ...shared, kind, isWaiting: isAwaitingApproval };
    case "same_transfer":
      if (record === null) throw new Error("a record has no payment");
      return {
        ...shared,
        kind,
        isWaiting: isAwaitingApproval,
        ...record,
        amount: formatPaise(row.amountPaise),
      };
  }
}
