import type { BulkFault, BulkFound, BulkRowState } from "@/lib/bulk";
import type { OpenAlert } from "@/lib/contract/payment-alerts";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";
import { BULK_ROW_COLUMNS, type BulkRow, hasOutcome } from "./bulk-rows";
import { LONGER_THAN_ANY_CLAIM } from "../../jobs/call-times";

/** Each move is one conditional update: of two concurrent callers, exactly one succeeds. */

type BulkVerdict = {
  rowId: string;
  state: "ready" | "problem";
  /** The payment's, with the row's fingerprint of it; null if the row has it itself. */
  reference: string | null;
  fingerprint: string | null;
  transactionId: string | null;
  /** Paise as text: JSON has no integers of that size. */
  amountPaise: string | null;
  leftPaise: string | null;
  /** What the service had reported as refunded outside the dashboard. */
  outsidePaise: string | null;
  outsideReportedAt: string | null;
  moneyAlert: OpenAlert | null;
  currency: string | null;
  isTest: boolean;
  faults: BulkFault[];
};

export async function storeBulkVerdicts(db: Db, verdicts: readonly BulkVerdict[]): Promise<void> {
  await db.query(
    `update bulk_rows r
     set state = v.state, reference = coalesce(v.reference, r.reference),
       fingerprint = coalesce(v.fingerprint, r.fingerprint), transaction_id = coalesce(v."transactionId", r.transaction_id),
       amount_paise = coalesce(v."amountPaise", r.amount_paise), left_paise = v."leftPaise", outside_paise = v."outsidePaise",
       outside_reported_at = v."outsideReportedAt", money_alert = v."moneyAlert", currency = v.currency,
       is_test = v."isTest", faults = v.faults
     from jsonb_to_recordset($1::jsonb) as v ("rowId" uuid, state text, reference text, fingerprint text, "transactionId" text, "amountPaise" bigint,
       "leftPaise" bigint, "outsidePaise" bigint, "outsideReportedAt" timestamptz, "moneyAlert" text, currency text, "isTest" boolean, faults jsonb)
     where r.id = v."rowId" and r.state = 'unchecked'`,
    [JSON.stringify(verdicts)],
  );
}

/** Stores the service's data of a row's payment, if no check has stored it before. */
export async function noteBulkPayment(
  db: Db,
  rowId: string,
  payment: { amountPaise: bigint | null; currency: string; isTest: boolean },
): Promise<void> {
  await db.query(
    `update bulk_rows set amount_paise = nullif($2::bigint, 0), currency = $3, is_test = $4
     where id = $1 and currency is null`,
    [rowId, payment.amountPaise, payment.currency, payment.isTest],
  );
}

/** Moves all rows in some states to another one, for instance those with problems when the run starts without them. */
export async function moveBulkRows(
  db: Db,
  runId: string,
  from: readonly BulkRowState[],
  to: BulkRowState,
  fault: BulkFault | null,
): Promise<void> {
  await db.query(
    `update bulk_rows set state = $3, faults = case when $4::jsonb is null then faults else jsonb_build_array($4::jsonb) end
     where run_id = $1 and state = any($2::text[])`,
    [runId, from, to, fault === null ? null : JSON.stringify(fault)],
  );
}

const CLAIM_BULK_ROW =
  prepared(`update bulk_rows r set state = 'sending', claimed_at = $2, claimed_until = clock_timestamp() + $3::float8 * interval '1 millisecond',
       claimed_times = claimed_times + 1, not_before = null
     where r.id = (
       select c.id from bulk_rows c
       where c.run_id = $1 and c.state = 'ready' and (c.not_before is null or c.not_before <= $2)
         and not exists (
           select from bulk_rows o
           where o.state = 'sending' and o.transaction_id = c.transaction_id and not ${hasOutcome("o")})
       order by c.position limit 1)
       and ${checkedOnRow("r.state = 'ready'")}
     returning ${BULK_ROW_COLUMNS}`);

/**
 * Claims the next row that may be sent: only this update gives the right to send it. Two rows of one payment are never
 * in progress at once, because the second would be blocked by the first's open refund. The claim ends by the database's clock (decision 0264). The caller
 * holds the run's lock.
 */
export async function claimBulkRow(
  db: Db,
  runId: string,
  claim: { at: Date; forMs: number },
): Promise<BulkRow | null> {
  const { rows } = await db.query<BulkRow>({ ...CLAIM_BULK_ROW, values: [runId, claim.at, claim.forMs] });
  return rows[0] ?? null;
}

/** A row and which of its claims: a process that was suspended may find the row recovered and claimed again. */
type ClaimedRow = Pick<BulkRow, "id" | "claimedTimes">;

const RENEW_BULK_CLAIM =
  prepared(`update bulk_rows set claimed_at = $3, claimed_until = clock_timestamp() + $4::float8 * interval '1 millisecond'
     where id = $1 and ${checkedOnRow("state = 'sending' and claimed_times = $2")}`);

/**
 * Renews a row's claim in the transaction that stores its refund, so that no recovery takes the row meanwhile. False
 * when it was recovered already: then it may count as not sent, and must not be sent under this claim.
 */
export async function renewBulkClaim(
  db: Db,
  { id, claimedTimes }: ClaimedRow,
  claim: { at: Date; forMs: number },
): Promise<boolean> {
  const { rowCount } = await db.query({
    ...RENEW_BULK_CLAIM,
    values: [id, claimedTimes, claim.at, claim.forMs],
  });
  return rowCount === 1;
}

export type BulkRowEnd = {
  state: Extract<BulkRowState, "accepted" | "done" | "refused" | "unknown" | "not_sent" | "skipped">;
  faults?: BulkFault[];
  message?: string | null;
  found?: BulkFound;
};

/**
 * Compares the payment too: an intent of another payment under the row's id neither ends the row nor keeps it in
 * progress.
 */
const isOfRow = (row: string): string => `i.id = ${row}.id and i.transaction_id = ${row}.transaction_id`;

/**
 * That the refund of a row is paid, which is its last state (decision 0213). A success without an end is still followed, and may yet
 * be replaced.
 */
const isPaid = checkedOnRow(
  `i.state = 'ACCEPTED' and ((i.refund_status = 'SUCCESS' and i.completed_at is not null) or i.late_success_seen_at is not null)`,
);

const END_BULK_ROW =
  prepared(`update bulk_rows set state = $2, faults = $3::jsonb, message = $4, found = $5::jsonb,
       is_refunded = exists (select from refund_intents i
         where ${isOfRow("bulk_rows")} and i.amount_paise = bulk_rows.amount_paise and ${isPaid})
     where id = $1 and ${checkedOnRow("state = 'sending' and claimed_times = $6")}
       and ($2 <> 'not_sent' or not exists (
         select from refund_intents i where ${isOfRow("bulk_rows")} and ${checkedOnRow("i.state <> 'NOT_SENT'")}))
       and ($2 <> 'unknown' or not exists (
         select from refund_intents i where ${isOfRow("bulk_rows")} and ${checkedOnRow("i.state <> 'UNKNOWN'")}))`);

/**
 * Stores a row's result, unless it was recovered meanwhile. The outcome of its refund is read from that. A row whose
 * refund was or may have been made is never called unsent, and one whose refund is being sent or certainly was not is never
 * called unknown: it stays in progress.
 */
export async function endBulkRow(db: Db, { id, claimedTimes }: ClaimedRow, end: BulkRowEnd): Promise<void> {
  await db.query({
    ...END_BULK_ROW,
    values: [
      id,
      end.state,
      JSON.stringify(end.faults ?? []),
      end.message ?? null,
      end.found === undefined ? null : JSON.stringify(end.found),
      claimedTimes,
    ],
  });
}

const NOTE_REFUNDED_ROW = prepared(`update bulk_rows r set is_refunded = true from refund_intents i
     where i.service_address = $1 and i.refund_id = $2 and ${isPaid}
       and ${isOfRow("r")} and r.amount_paise = i.amount_paise and ${checkedOnRow("not r.is_refunded")}`);

/**
 * Notes that the refund of a row is paid, if it is, so that counts and sums need not read it. Needs no transaction: a row
 * without the note is read from its refund.
 */
export async function noteRefundedRow(
  db: Db,
  refund: { serviceAddress: string; refundId: string },
): Promise<void> {
  await db.query({ ...NOTE_REFUNDED_ROW, values: [refund.serviceAddress, refund.refundId] });
}

/** Stores the result of a row of unknown outcome; false when it was resolved already. */
export async function endUnknownBulkRow(db: Db, rowId: string, end: BulkRowEnd): Promise<boolean> {
  const { rowCount } = await db.query(
    `update bulk_rows set state = $2, faults = $3::jsonb, outcome_open = false where id = $1 and state = 'unknown'`,
    [rowId, end.state, JSON.stringify(end.faults ?? [])],
  );
  return rowCount === 1;
}

/** Stores what is known of a row whose outcome remains unknown; a fault that is stored is kept. */
export async function noteUnknownBulkRow(db: Db, rowId: string, faults: readonly BulkFault[]): Promise<void> {
  if (faults.length === 0) return;
  await db.query(
    "update bulk_rows set faults = $2::jsonb where id = $1 and state = 'unknown' and faults <> $2::jsonb",
    [rowId, JSON.stringify(faults)],
  );
}

/**
 * The row waits for another attempt, unless its refund was of unknown outcome and has one by now. The caller holds the run's lock
 * and saw it running.
 */
export async function putBackBulkRow(
  db: Db,
  { id, claimedTimes }: ClaimedRow,
  options: { notBefore: Date | null; isCounted: boolean; outcomeOpen: boolean },
): Promise<void> {
  await db.query(
    `update bulk_rows set state = 'ready', not_before = $2, put_back_times = put_back_times + $3,
       outcome_open = outcome_open or $4
     where id = $1 and ${checkedOnRow("state = 'sending' and claimed_times = $5")} and not ${hasOutcome("bulk_rows")}`,
    [id, options.notBefore, options.isCounted ? 1 : 0, options.outcomeOpen, claimedTimes],
  );
}

const STOPPED: BulkFault = { kind: "stopped" };

/**
 * No further row of the run begins: rows become unsent, except those whose earlier attempt may have taken effect. A refund
 * that certainly was not sent did not.
 */
export async function stopReadyBulkRows(db: Db, runId: string): Promise<void> {
  await db.query(
    `update bulk_rows r set (state, faults) = (
         select case when is_open then 'unknown' else 'not_sent' end,
           case when is_open then '[]'::jsonb else jsonb_build_array($2::jsonb) end
         from (select r.outcome_open and not exists (select from refund_intents i where ${isOfRow("r")}) as is_open) known)
     where r.run_id = $1 and r.state = 'ready'
       and not exists (select from refund_intents i where ${isOfRow("r")} and ${checkedOnRow("i.state <> 'NOT_SENT'")})`,
    [runId, JSON.stringify(STOPPED)],
  );
}

/**
 * Recovers rows from a process that died while sending them. A refund whose intent is pending or known is left to its
 * resolver, and the row has its outcome; a cancel is of unknown outcome, and repeating it is harmless (0123); for other rows
 * nothing can have happened.
 */
export async function recoverBulkRows(db: Db, runId: string): Promise<void> {
  await db.query(
    `update bulk_rows r set state = 'ready', outcome_open = r.outcome_open or b.kind = 'cancel'
     from bulk_runs b
     where b.id = r.run_id and r.run_id = $1 and r.state = 'sending'
       and (r.claimed_until <= now() or r.claimed_until > now() + ${LONGER_THAN_ANY_CLAIM})
       and not exists (
         select from refund_intents i where ${isOfRow("r")} and (i.state <> 'NOT_SENT' or i.was_unknown))`,
    [runId],
  );
}

type BulkRest = { ready: number; sending: number; nextAt: Date | null; isReadyNow: boolean };

/** What is left to do, and when the first of it may be done. */
export async function readBulkRest(db: Db, runId: string, at: Date): Promise<BulkRest> {
  const { rows } = await db.query<BulkRest>(
    `select count(*) filter (where state = 'ready')::int as ready,
       count(*) filter (where state = 'sending' and not ${hasOutcome("r")})::int as sending,
       min(not_before) filter (where state = 'ready') as "nextAt",
       coalesce(bool_or(not_before is null or not_before <= $2) filter (where state = 'ready'), false) as "isReadyNow"
     from bulk_rows r where run_id = $1 and state in ('ready', 'sending')`,
    [runId, at],
  );
  return rows[0] ?? { ready: 0, sending: 0, nextAt: null, isReadyNow: false };
}
