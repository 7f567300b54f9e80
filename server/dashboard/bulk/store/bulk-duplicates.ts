import type { LikelyDuplicate } from "@/lib/bulk";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import type { Db } from "@/server/platform/pool";
import { undecidedRequestsOf, wasReplaced } from "../../requests/store";
import type { ComparedRow, ComparedVerdict, FulfilledRequest, Reservation } from "../domain/bulk-comparison";

/** The rows of a run to compare: those that the check found valid, whatever was found later. */
const COMPARED = `r.run_id = $1 and r.state in ('ready', 'likely_duplicate', 'problem')
  and r.transaction_id is not null and r.amount_paise is not null and r.currency is not null
  and (b.kind = 'cancel' or r.left_paise is not null)`;

/** Lists the rows in the order of the file. */
export async function listComparedRows(db: Db, runId: string): Promise<ComparedRow[]> {
  const { rows } = await db.query<ComparedRow>(
    `select r.id as "rowId", r.line, r.transaction_id as "transactionId", r.amount_paise as "amountPaise", r.currency,
       r.reason, r.reason_code as "reasonCode", r.left_paise as "leftPaise", r.state, r.faults, r.confirmed_by is not null as "isConfirmed",
       r.accepts_request as "acceptsRequest"
     from bulk_rows r join bulk_runs b on b.id = r.run_id
     where ${COMPARED} order by r.position`,
    [runId],
  );
  return rows;
}

/** A row `e` of a run `o` that was sent, or will be. */
const SENT_OR_WAITING = `o.started_at is not null and e.state in ('ready', 'sending', 'accepted', 'done', 'unknown')`;

/**
 * What each row may repeat: every row with a refund of the same amount of the same payment in a run that was started; every
 * such refund outside all runs; every refund of the payment, of any amount, that was paid late, or whose request was accepted with another one since; every single refund of that
 * kind that awaits approval; every one made without a gateway; the refund request of the payment that waits; and the one that the
 * row was to fulfil and that was decided since. Failed refunds do not count unless they were paid late. For a run of cancels: the rows of started runs with a cancel of the same reference. In each part the newest are first.
 */
export async function findLikelyDuplicates(
  db: Db,
  runId: string,
  at: Date,
): Promise<ReadonlyMap<string, readonly LikelyDuplicate[]>> {
  const { rows } = await db.query<{ rowId: string; fault: LikelyDuplicate }>(
    `with compared as (
       select r.id, r.run_id, r.fingerprint, r.transaction_id, r.amount_paise, r.accepts_request, b.kind, b.service_address
       from bulk_rows r join bulk_runs b on b.id = r.run_id where ${COMPARED}
     ), waiting as materialized (
       ${undecidedRequestsOf("array(select transaction_id from compared)", "$2")}
     )
     select found."rowId", found.fault from (
       select c.id as "rowId", 1 as part, o.started_at as at, e.id,
         json_build_object('kind', 'in_other_run', 'runId', o.id, 'rowId', e.id, 'by', p.name,
           'at', ${iso("o.started_at")}) as fault
       from compared c
       join current_bulk_rows e on e.fingerprint = c.fingerprint and e.run_id <> c.run_id
         and (c.kind = 'cancel' or e.transaction_id = c.transaction_id)
       join bulk_runs o on o.id = e.run_id and o.kind = c.kind and ${SENT_OR_WAITING}
       join people p on p.id = o.acting_id
       union all
       select c.id, 2, i.requested_at, i.id,
         json_build_object('kind', 'refunded_before', 'intentId', i.id, 'refundId', i.refund_id, 'by', p.name,
           'at', ${iso("i.requested_at")}, 'paidLate', case when i.late_success_seen_at is not null then
             json_build_object('amount', (i.amount_paise / 100.0)::numeric(20, 2)::text, 'currency', i.currency) end)
       from compared c
       join refund_intents i on i.transaction_id = c.transaction_id
         and (i.late_success_seen_at is not null
           or (i.amount_paise = c.amount_paise and i.state in ('RECORDED', 'SENDING', 'UNKNOWN'))
           or (i.state = 'ACCEPTED' and i.refund_status <> 'FAILURE'
             and (i.amount_paise = c.amount_paise or ${wasReplaced("i")})))
       join people p on p.id = i.requested_by
       where c.kind = 'refund' and not exists (
         select from current_bulk_rows e join bulk_runs o on o.id = e.run_id
         where e.id = i.id and e.fingerprint = c.fingerprint and ${SENT_OR_WAITING})
       union all
       select c.id, 3, a.requested_at, a.id,
         json_build_object('kind', 'request_waits', 'approvalId', a.id, 'by', p.name, 'at', ${iso("a.requested_at")})
       from compared c
       join approval_reservations v on v.transaction_id = c.transaction_id and v.amount_paise = c.amount_paise
       join approval_requests a on a.id = v.approval_id and a.kind = 'refund' and ${checkedOnRow("a.state = 'WAITING'")}
       join people p on p.id = a.requested_by
       where c.kind = 'refund'
       union all
       select c.id, 4, m.recorded_at, m.id,
         json_build_object('kind', 'returned_manually', 'manualRefundId', m.id, 'by', p.name, 'at', ${iso("m.recorded_at")})
       from compared c
       join manual_refunds m on m.transaction_id = c.transaction_id and m.amount_paise = c.amount_paise
         and m.state in ('WAITING', 'CONFIRMED')
       join people p on p.id = m.recorded_by
       where c.kind = 'refund'
       union all
       select c.id, 5, q.requested_at, q.id,
         json_build_object('kind', 'refund_requested', 'requestId', q.id, 'steps', q.steps, 'by', q."by", 'byId', q.requested_by,
           'at', ${iso("q.requested_at")}, 'amount', (q.amount_paise / 100.0)::numeric(20, 2)::text, 'currency', q.currency)
       from compared c join waiting q on q.transaction_id = c.transaction_id and q.service_address = c.service_address
       where c.kind = 'refund'
       union all
       select c.id, 6, q.decided_at, q.id,
         json_build_object('kind', 'request_closed', 'requestId', q.id, 'state', q.state, 'by', p.name, 'at', ${iso("q.decided_at")})
       from compared c join refund_requests q on q.id = c.accepts_request left join people p on p.id = q.decided_by
       where not exists (select from waiting w where w.id = q.id)
     ) found order by found.part, found.at desc, found.id`,
    [runId, at],
  );
  const duplicates = new Map<string, LikelyDuplicate[]>();
  for (const { rowId, fault } of rows) duplicates.set(rowId, [...(duplicates.get(rowId) ?? []), fault]);
  return duplicates;
}

/** What waiting approvals, other approved runs and refund requests have reserved of the payments of a run's rows. */
export async function listReservations(db: Db, runId: string): Promise<Reservation[]> {
  const { rows } = await db.query<Reservation>(
    `with payments as (
       select distinct r.transaction_id from bulk_rows r join bulk_runs b on b.id = r.run_id where ${COMPARED}
     )
     ${reservationsOf("array(select transaction_id from payments)", "$1")}`,
    [runId],
  );
  return rows;
}

/** Lists the reservations of one payment, as seen by a run that sends a row of it. */
export async function listReservationsOf(
  db: Db,
  transactionId: string,
  butOfRun: string,
): Promise<Reservation[]> {
  const { rows } = await db.query<Reservation>(reservationsOf("array[$1::text]", "$2"), [
    transactionId,
    butOfRun,
  ]);
  return rows;
}

/** `payments`: an array. A subselect would be joined after the whole view was read; an array is looked up in each of its indexes. */
function reservationsOf(payments: string, butOfRun: string): string {
  return `select h.transaction_id as "transactionId", sum(h.amount_paise)::bigint as "amountPaise", h.run_id as "runId",
       case when h.kind = 'approval' and h.run_id is null then h.id end as "approvalId",
       case when h.kind = 'request' then h.id end as "requestId"
     from held_amounts h
     where h.transaction_id = any(${payments}) and h.kind in ('approval', 'row', 'request')
       and h.run_id is distinct from ${butOfRun}::uuid
     group by 1, 3, 4, 5`;
}

/**
 * Stores the result of a comparison. Deletes a confirmation that is not valid any more. What the row was to fulfil stays until a
 * person answers: the row is not sent without it unasked.
 */
export async function storeComparison(db: Db, verdicts: readonly ComparedVerdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  await db.query(
    `update bulk_rows r set state = v.state, faults = v.faults,
       confirmed_by = case when v."isConfirmed" then r.confirmed_by end,
       confirmed_at = case when v."isConfirmed" then r.confirmed_at end
     from jsonb_to_recordset($1::jsonb) as v ("rowId" uuid, state text, faults jsonb, "isConfirmed" boolean)
     where r.id = v."rowId" and r.state in ('ready', 'likely_duplicate', 'problem')`,
    [JSON.stringify(verdicts)],
  );
}

/**
 * A person confirms a row, or changes what it fulfils: the waiting request that it names, or none. False when it is no likely
 * duplicate any more, or has that response.
 */
export async function confirmBulkRow(
  db: Db,
  row: { runId: string; rowId: string; fulfils: FulfilledRequest | null },
  confirmed: { byId: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update bulk_rows set state = 'ready', confirmed_by = $3, confirmed_at = $4, accepts_request = $5, request_steps = $6
     where id = $2 and run_id = $1 and (state = 'likely_duplicate'
       or (state = 'ready' and confirmed_by is not null and accepts_request is distinct from $5))`,
    [
      row.runId,
      row.rowId,
      confirmed.byId,
      confirmed.at,
      row.fulfils?.requestId ?? null,
      row.fulfils?.steps ?? null,
    ],
  );
  return rowCount === 1;
}

export type AskedRow = { rowId: string } & FulfilledRequest;

/**
 * The rows that can be chosen at once to fulfil the waiting requests of their payments, by this person: of each request the first row of
 * its amount of which nothing else is asked, if no row of the run fulfils it and others made it.
 */
export async function listAskedRows(db: Db, runId: string, personId: string): Promise<AskedRow[]> {
  const { rows } = await db.query<AskedRow>(
    `select distinct on (q ->> 'requestId') r.id as "rowId", q ->> 'requestId' as "requestId", (q ->> 'steps')::int as steps
     from bulk_rows r, lateral (select r.faults -> 0 as q) asked
     where r.run_id = $1 and r.state = 'likely_duplicate' and jsonb_array_length(r.faults) = 1
       and q ->> 'kind' = 'refund_requested' and not q ? 'fulfilledByLine' and q ->> 'byId' <> $2
       and (q ->> 'amount')::numeric * 100 = r.amount_paise
     order by q ->> 'requestId', r.position`,
    [runId, personId],
  );
  return rows;
}

/** Lets these rows fulfil those requests. */
export async function fulfilAskedRows(
  db: Db,
  asked: readonly AskedRow[],
  confirmed: { byId: string; at: Date },
): Promise<void> {
  await db.query(
    `update bulk_rows r set state = 'ready', confirmed_by = $2::uuid, confirmed_at = $3,
       accepts_request = a."requestId", request_steps = a.steps
     from jsonb_to_recordset($1::jsonb) as a ("rowId" uuid, "requestId" uuid, steps int)
     where r.id = a."rowId" and r.state = 'likely_duplicate'`,
    [JSON.stringify(asked), confirmed.byId, confirmed.at],
  );
}

/** Withdraws the confirmation, and what the row fulfils; false when there was none. */
export async function unconfirmBulkRow(db: Db, row: { runId: string; rowId: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    `update bulk_rows set state = 'likely_duplicate', confirmed_by = null, confirmed_at = null, accepts_request = null, request_steps = null
     where id = $2 and run_id = $1 and state = 'ready' and confirmed_by is not null`,
    [row.runId, row.rowId],
  );
  return rowCount === 1;
}

function iso(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
