import type { RequestEventKind } from "@/lib/requests/request-views";
import type { Db } from "@/server/platform/pool";

export type RequestEvent = {
  kind: RequestEventKind;
  at: Date;
  byName: string;
  text: string | null;
  /** The amount from then on. */
  amountPaise: bigint;
};

export async function insertRequestEvent(
  db: Db,
  requestId: string,
  event: Omit<RequestEvent, "byName"> & { byId: string },
): Promise<void> {
  await db.query(
    `insert into refund_request_events (request_id, kind, at, by_id, text, amount_paise)
     values ($1, $2, $3, $4, $5, $6)`,
    [requestId, event.kind, event.at, event.byId, event.text, event.amountPaise],
  );
}

/** Who asked the last question about a request; null when nobody did. */
export async function findLastQuestioner(db: Db, requestId: string): Promise<string | null> {
  const { rows } = await db.query<{ byId: string }>(
    `select by_id as "byId" from refund_request_events where request_id = $1 and kind = 'question'
     order by id desc limit 1`,
    [requestId],
  );
  return rows[0]?.byId ?? null;
}

/** Lists the events, oldest first. */
export async function listRequestEvents(db: Db, requestId: string): Promise<RequestEvent[]> {
  const { rows } = await db.query<RequestEvent>(
    `select e.kind, e.at, p.name as "byName", e.text, e.amount_paise as "amountPaise"
     from refund_request_events e join people p on p.id = e.by_id where e.request_id = $1 order by e.id`,
    [requestId],
  );
  return rows;
}

export type PaymentRequestEvent = RequestEvent & { requestId: string };

const MAX_OF_PAYMENT = 200;

/** What happened to the refund requests of a payment, in order. */
export async function listRequestEventsOfPayment(
  db: Db,
  payment: { serviceAddress: string; transactionId: string },
): Promise<PaymentRequestEvent[]> {
  const { rows } = await db.query<PaymentRequestEvent>(
    `select e.request_id as "requestId", e.kind, e.at, p.name as "byName", e.text, e.amount_paise as "amountPaise"
     from refund_requests r join refund_request_events e on e.request_id = r.id join people p on p.id = e.by_id
     where r.service_address = $1 and r.transaction_id = $2 order by e.id limit $3`,
    [payment.serviceAddress, payment.transactionId, MAX_OF_PAYMENT],
  );
  return rows;
}
