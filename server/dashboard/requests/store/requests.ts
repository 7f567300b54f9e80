import { NO_REASON } from "@/lib/reasons/reason";
import { type Db, prepared } from "@/server/platform/pool";
import { type RefundRequest, UNDECIDED_DAYS } from "../domain/request";

/** A newer request of the payment replaces an accepted one whose refund was not made: only one of them is acted on. */
const IS_REPLACED = `exists (select from refund_requests n where n.service_address = r.service_address
  and n.transaction_id = r.transaction_id and n.state <> 'WITHDRAWN' and (n.requested_at, n.id) > (r.requested_at, r.id))`;

/** A refund that counted as not made, for its request could be decided again, and that the service accepted after all. */
const MADE_AFTER_ALL = "o.state = 'ACCEPTED' and o.refund_status <> 'FAILURE'";

const SELECT = `
  select r.id, r.service_address as "serviceAddress", r.transaction_id as "transactionId", r.reference,
    r.amount_paise as "amountPaise", r.requested_paise as "requestedPaise", r.currency, r.is_test as "isTest",
    r.reason, r.reason_code as "reasonCode", r.note, r.requested_by as "requestedById",
    p.name as "requestedByName", r.requested_at as "requestedAt", r.state, d.name as "decidedByName",
    r.decided_at as "decidedAt", r.intent_id as "intentId", a.state as "approvalState", i.state as "intentState",
    i.refund_id as "refundId", i.refund_status as "refundStatus",
    i.late_success_seen_at is not null as "wasPaidLate", r.earlier_intents as "earlierIntents",
    m.state as "manualState", l.id as "lateIntentId", l.refund_id as "lateRefundId", l.is_paid as "isLatePaid", ${IS_REPLACED} as "isReplaced",
    (select count(*)::int from refund_request_events e where e.request_id = r.id) as steps
  from refund_requests r
  join people p on p.id = r.requested_by
  left join people d on d.id = r.decided_by
  left join refund_intents i on i.id = r.intent_id
  left join approval_requests a on a.id = r.intent_id
  left join manual_refunds m on m.id = r.intent_id
  left join lateral (
    select o.id, o.refund_id, o.late_success_seen_at is not null or o.refund_status = 'SUCCESS' as is_paid from refund_intents o
    where o.id = any(r.earlier_intents || r.intent_id) and (o.late_success_seen_at is not null
      or (${MADE_AFTER_ALL} and (o.id <> r.intent_id or r.state <> 'ACCEPTED')))
    order by o.late_success_seen_at, o.id limit 1) l on true`;

/** SQL: a refund whose request was accepted with another one since: what counted as not made has gone ahead after all. */
export const wasReplaced = (intent: string): string => `exists (select from refund_requests q
  where q.transaction_id = ${intent}.transaction_id and ${intent}.id = any(q.earlier_intents))`;

const FIND = prepared(`${SELECT} where r.id = $1`);

export async function findRequest(db: Db, requestId: string): Promise<RefundRequest | null> {
  const { rows } = await db.query<RefundRequest>({ ...FIND, values: [requestId] });
  return rows[0] ?? null;
}

/** Locks the request's row: of two people who decide, the second waits and then sees what the first did. */
export async function lockRequest(db: Db, requestId: string): Promise<RefundRequest | null> {
  const { rowCount } = await db.query("select from refund_requests where id = $1 for update", [requestId]);
  // Read after the lock was granted, with what became of its refund by then.
  return rowCount === 0 ? null : findRequest(db, requestId);
}

/** The request of a payment that is not decided yet. */
export async function findOpenRequest(
  db: Db,
  payment: { serviceAddress: string; transactionId: string },
): Promise<RefundRequest | null> {
  const { rows } = await db.query<RefundRequest>(
    `${SELECT} where r.service_address = $1 and r.transaction_id = $2 and r.state in ('OPEN', 'QUESTION')`,
    [payment.serviceAddress, payment.transactionId],
  );
  return rows[0] ?? null;
}

const IS_REQUESTER = prepared("select from refund_requests where intent_id = $1 and requested_by = $2");

/** Whether the person requested the refund that an approval, an intent or a manual refund was made for. */
export async function isRequesterOf(db: Db, intentId: string, personId: string): Promise<boolean> {
  const { rows } = await db.query({ ...IS_REQUESTER, values: [intentId, personId] });
  return rows.length > 0;
}

const FULFILS_ANY = prepared("select from refund_requests where intent_id = $1");

/** Whether a form was to fulfil this request; null: whether it was to fulfil none, as far as no other form has replaced it since. */
export async function hasFulfilled(db: Db, intentId: string, requestId: string | null): Promise<boolean> {
  if (requestId === null) return (await db.query({ ...FULFILS_ANY, values: [intentId] })).rowCount === 0;
  const request = await findRequest(db, requestId);
  return request !== null && [request.intentId, ...request.earlierIntents].includes(intentId);
}

/**
 * Says in SQL what `isUndecided` says in the domain. `$1` is the time now. The manual refund is one value by its key:
 * Postgres would plan `exists` as a read of all that were ever made.
 */
export const UNDECIDED = `(r.state in ('OPEN', 'QUESTION')
  or (r.state = 'ACCEPTED' and r.decided_at > $1::timestamptz - interval '${UNDECIDED_DAYS} days' and (
    (i.id is null and a.state is distinct from 'WAITING'
      and (select m.state from manual_refunds m where m.id = r.intent_id) in ('WAITING', 'CONFIRMED') is not true)
    or i.state in ('REFUSED', 'NOT_SENT')
    or (i.state = 'ACCEPTED' and i.refund_status = 'FAILURE' and i.late_success_seen_at is null))
  and not ${IS_REPLACED}))`;

const FIND_UNDECIDED = prepared(
  `${SELECT} where ${UNDECIDED} and r.service_address = $2 and r.transaction_id = $3`,
);

/** The request of a payment that waits for a decision: an older one is replaced by it. */
export async function findUndecidedRequest(
  db: Db,
  payment: { serviceAddress: string; transactionId: string },
  now: Date,
): Promise<RefundRequest | null> {
  const values = [now, payment.serviceAddress, payment.transactionId];
  const { rows } = await db.query<RefundRequest>({ ...FIND_UNDECIDED, values });
  return rows[0] ?? null;
}

/** SQL: the requests of payments that wait for a decision. `transactions`: an array; `now`: a parameter. */
export const undecidedRequestsOf = (transactions: string, now: string): string =>
  `select r.id, r.service_address, r.transaction_id, r.requested_by, r.requested_at, r.amount_paise, r.currency, p.name as "by",
     (select count(*)::int from refund_request_events e where e.request_id = r.id) as steps
   from refund_requests r join people p on p.id = r.requested_by
   left join refund_intents i on i.id = r.intent_id left join approval_requests a on a.id = r.intent_id
   where ${UNDECIDED.replaceAll("$1", now)} and r.transaction_id = any(${transactions})`;

export type RequestPosition = { at: Date; id: string };
/** `reason`: the code of a reason, or `NO_REASON`; null for any. */
type Page = { after: RequestPosition | null; limit: number; reason: string | null };

/** SQL: the condition that a request has the reason of a page's parameter. */
const hasReason = (parameter: string): string =>
  `(${parameter}::text is null or coalesce(r.reason_code, '${NO_REASON}') = ${parameter})`;

/** Requests that wait for a decision, oldest first. */
export async function listUndecidedRequests(db: Db, now: Date, page: Page): Promise<RefundRequest[]> {
  const { rows } = await db.query<RefundRequest>(
    `${SELECT} where ${UNDECIDED} and ($2::timestamptz is null or (r.requested_at, r.id) > ($2, $3::uuid))
       and ${hasReason("$5")}
     order by r.requested_at, r.id limit $4`,
    [now, page.after?.at ?? null, page.after?.id ?? null, page.limit, page.reason],
  );
  return rows;
}

/** Decided requests, last decided first. */
export async function listDecidedRequests(db: Db, page: Page): Promise<RefundRequest[]> {
  const { rows } = await db.query<RefundRequest>(
    `${SELECT} where r.decided_at is not null
       and ($1::timestamptz is null or (r.decided_at, r.id) < ($1, $2::uuid))
       and ${hasReason("$4")}
     order by r.decided_at desc, r.id desc limit $3`,
    [page.after?.at ?? null, page.after?.id ?? null, page.limit, page.reason],
  );
  return rows;
}

/** The requests of one person, newest first. */
export async function listRequestsOf(db: Db, personId: string, page: Page): Promise<RefundRequest[]> {
  const { rows } = await db.query<RefundRequest>(
    `${SELECT} where r.requested_by = $4
       and ($1::timestamptz is null or (r.requested_at, r.id) < ($1, $2::uuid))
       and ${hasReason("$5")}
     order by r.requested_at desc, r.id desc limit $3`,
    [page.after?.at ?? null, page.after?.id ?? null, page.limit, personId, page.reason],
  );
  return rows;
}

const COUNT_UNDECIDED = prepared(
  `select count(*)::int as n from refund_requests r
   left join refund_intents i on i.id = r.intent_id left join approval_requests a on a.id = r.intent_id
   where ${UNDECIDED} and ($2::uuid is null or r.requested_by <> $2)`,
);

/** `notOf` leaves out a person's own, which they cannot decide. */
export async function countUndecidedRequests(
  db: Db,
  now: Date,
  notOf: string | null = null,
): Promise<number> {
  const { rows } = await db.query<{ n: number }>({ ...COUNT_UNDECIDED, values: [now, notOf] });
  return rows[0]?.n ?? 0;
}

const COUNT_QUESTIONS = prepared(
  "select count(*)::int as n from refund_requests where state = 'QUESTION' and requested_by = $1",
);

/** A person's requests that wait for their answer. */
export async function countQuestionsTo(db: Db, personId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>({ ...COUNT_QUESTIONS, values: [personId] });
  return rows[0]?.n ?? 0;
}

export type NewRequest = Pick<
  RefundRequest,
  | "id"
  | "serviceAddress"
  | "transactionId"
  | "reference"
  | "amountPaise"
  | "currency"
  | "isTest"
  | "reason"
  | "reasonCode"
  | "note"
  | "requestedById"
  | "requestedAt"
>;

/**
 * Stores a request as OPEN; false when its id is in use or the payment has an undecided one. It is later than the payment's requests
 * before, also where the clocks of two processes differ: it replaces them. The caller holds the lock of the payment's ledger.
 */
export async function insertRequest(db: Db, request: NewRequest): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into refund_requests (id, service_address, transaction_id, reference, amount_paise, requested_paise,
       currency, is_test, reason, reason_code, note, requested_by, requested_at, state)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11,
       greatest($12::timestamptz, (select max(b.requested_at) + interval '1 millisecond' from refund_requests b
         where b.service_address = $2 and b.transaction_id = $3)), 'OPEN') on conflict do nothing`,
    [
      request.id,
      request.serviceAddress,
      request.transactionId,
      request.reference,
      request.amountPaise,
      request.currency,
      request.isTest,
      request.reason,
      request.reasonCode,
      request.note,
      request.requestedById,
      request.requestedAt,
    ],
  );
  return rowCount === 1;
}

type Change = {
  state: RefundRequest["state"];
  amountPaise: bigint;
  /** Null while it is not decided. */
  decided: { byId: string; at: Date } | null;
  intentId: string | null;
};

/** The caller has locked the row. */
export async function updateRequest(db: Db, requestId: string, change: Change): Promise<void> {
  await db.query(
    `update refund_requests set state = $2, amount_paise = $3, decided_by = $4, decided_at = $5, intent_id = $6,
       earlier_intents = case when intent_id <> $6 then earlier_intents || intent_id else earlier_intents end
     where id = $1`,
    [
      requestId,
      change.state,
      change.amountPaise,
      change.decided?.byId ?? null,
      change.decided?.at ?? null,
      change.intentId,
    ],
  );
}
