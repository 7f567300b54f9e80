import { type Db, prepared } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import type { RoutingDecision } from "../../domain/payments/decision";
import { ALL_COLUMNS, fromRow, type PaymentRow } from "./payment-row";
import { writeRoutingDecision } from "../rules/routing-decisions";

const PAYMENTS_OF_REFERENCE = prepared(
  `select ${ALL_COLUMNS} from payments
   where merchant_id = $1 and merchant_transaction_id = $2 order by attempt desc`,
);

/** All records of a merchant reference, newest first (specification 4.2). */
export async function paymentsOfReference(db: Db, merchantId: number, reference: string): Promise<Payment[]> {
  const { rows } = await db.query<PaymentRow>({ ...PAYMENTS_OF_REFERENCE, values: [merchantId, reference] });
  return rows.map(fromRow);
}

const PAYMENTS_OF_REFERENCES = prepared(
  `select wanted.place::integer, payment.*
   from unnest($1::integer[], $2::text[]) with ordinality as wanted (merchant_id, reference, place) cross join lateral
     (select ${ALL_COLUMNS} from payments
      where merchant_id = wanted.merchant_id and merchant_transaction_id = wanted.reference offset 0) as payment
   order by wanted.place, payment.attempt desc`,
);

/** Reads as `paymentsOfReference` does, for several references; the results are in their order. */
export async function paymentsOfReferences(
  db: Db,
  wanted: readonly { merchantId: number; reference: string }[],
): Promise<Payment[][]> {
  const values = [wanted.map(({ merchantId }) => merchantId), wanted.map(({ reference }) => reference)];
  const { rows } = await db.query<PaymentRow & { place: number }>({ ...PAYMENTS_OF_REFERENCES, values });
  const found: Payment[][] = wanted.map(() => []);
  for (const row of rows) found[row.place - 1]?.push(fromRow(row));
  return found;
}

const LOCK_LATEST_PAYMENT = prepared(
  `select ${ALL_COLUMNS} from payments
   where merchant_id = $1 and merchant_transaction_id = $2 order by attempt desc limit 1 for update`,
);

/** Locks the latest record of a merchant reference until the transaction ends. */
export async function lockLatestPayment(
  db: Db,
  merchantId: number,
  reference: string,
): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>({ ...LOCK_LATEST_PAYMENT, values: [merchantId, reference] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

const LOCK_LATEST_PAYMENTS = prepared(
  `select payment.* from unnest($1::integer[], $2::text[]) as wanted (merchant_id, reference) cross join lateral
     (select ${ALL_COLUMNS} from payments
      where merchant_id = wanted.merchant_id and merchant_transaction_id = wanted.reference
      order by attempt desc limit 1 for update skip locked) as payment`,
);

/**
 * Locks as `lockLatestPayment` does, for several references. Where another transaction holds the latest record, the one
 * before it is returned, or none; it has ended, because the latest exists.
 */
export async function lockLatestPayments(
  db: Db,
  wanted: readonly { merchantId: number; reference: string }[],
): Promise<Payment[]> {
  const values = [wanted.map(({ merchantId }) => merchantId), wanted.map(({ reference }) => reference)];
  const { rows } = await db.query<PaymentRow>({ ...LOCK_LATEST_PAYMENTS, values });
  return rows.map(fromRow);
}

const LOCK_PAYMENT = prepared(
  `select ${ALL_COLUMNS} from payments where merchant_id = $1 and id = $2 for update`,
);

/** Locks one record until the transaction ends; every decision on its status or balance is made under this lock. */
export async function lockPayment(db: Db, merchantId: number, id: string): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>({ ...LOCK_PAYMENT, values: [merchantId, id] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

const LOCK_PAYMENTS = prepared(
  `select payment.* from unnest($1::integer[], $2::text[]) as wanted (merchant_id, id) cross join lateral
     (select ${ALL_COLUMNS} from payments
      where merchant_id = wanted.merchant_id and id = wanted.id for update skip locked) as payment`,
);

/** Locks as `lockPayment` does, several records at once, without those that another transaction holds. */
export async function lockPayments(
  db: Db,
  wanted: readonly { merchantId: number; id: string }[],
): Promise<Payment[]> {
  const values = [wanted.map(({ merchantId }) => merchantId), wanted.map(({ id }) => id)];
  const { rows } = await db.query<PaymentRow>({ ...LOCK_PAYMENTS, values });
  return rows.map(fromRow);
}

const FIND_PAYMENT = prepared(`select ${ALL_COLUMNS} from payments where merchant_id = $1 and id = $2`);

export async function findPayment(db: Db, merchantId: number, id: string): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>({ ...FIND_PAYMENT, values: [merchantId, id] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

const PAYMENT_OF_CHECKOUT = prepared(
  `select ${ALL_COLUMNS} from payments where merchant_id = $1 and checkout_token = $2 order by attempt desc limit 1`,
);

/** The latest record of a payment link. */
export async function findPaymentOfCheckout(
  db: Db,
  merchantId: number,
  token: string,
): Promise<Payment | null> {
  const { rows } = await db.query<PaymentRow>({ ...PAYMENT_OF_CHECKOUT, values: [merchantId, token] });
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

const SAVE_ROUTING_DECISION = prepared(
  `update payments set routing_decision = $3 where merchant_id = $1 and id = $2`,
);

export async function saveRoutingDecision(
  db: Db,
  merchantId: number,
  id: string,
  decision: RoutingDecision,
): Promise<void> {
  await db.query({ ...SAVE_ROUTING_DECISION, values: [merchantId, id, writeRoutingDecision(decision)] });
}

const INSERT_PAYMENT_EVENT = prepared(
  `insert into payment_events (merchant_id, payment_id, kind, at, detail) values ($1, $2, $3, $4, $5)`,
);

/** Adds an event that changes no status. */
export async function insertPaymentEvent(
  db: Db,
  merchantId: number,
  paymentId: string,
  event: { kind: string; at: Date; detail: Record<string, string | null> },
): Promise<void> {
  await db.query({
    ...INSERT_PAYMENT_EVENT,
    values: [merchantId, paymentId, event.kind, event.at, JSON.stringify(event.detail)],
  });
}

/** The payment behind which a page of overdue ones begins. */
export type OverduePlace = { expiresAt: string; merchantId: number; id: string };
const BEFORE_ALL: OverduePlace = { expiresAt: "-infinity", merchantId: 0, id: "" };

/**
 * Overdue payments of all merchants: past their lifetime, or, if `withLinkless`, left without a link by a process that
 * died. At most `limit` of each. `next`: where the page after this one begins; null when there is none.
 */
export async function findOverduePayments(
  db: Db,
  moment: {
    now: Date;
    linklessBefore: Date;
    withLinkless: boolean;
    limit: number;
    after: OverduePlace | null;
  },
): Promise<{
  linkless: { merchantId: number; id: string }[];
  overdue: OverduePlace[];
  next: OverduePlace | null;
}> {
  const { now, linklessBefore, limit } = moment;
  const after = moment.after ?? BEFORE_ALL;
  const { rows } = await db.query<{ merchant_id: number; id: string; expires_at: string | null }>(
    `(select merchant_id, id, expires_at::text from payments where status = 'INITIATED' and expires_at <= $1
      and (expires_at, merchant_id, id) > ($4::timestamptz, $5::integer, $6::text)
      order by payments.expires_at, merchant_id, id limit $3)
     union all
     (select merchant_id, id, null from payments
      where status = 'INITIATED' and link_issued_at is null and created_at <= $2 and expires_at > $1
      order by created_at limit $7)`,
    [
      now,
      linklessBefore,
      limit,
      after.expiresAt,
      after.merchantId,
      after.id,
      moment.withLinkless ? limit : 0,
    ],
  );
  const overdue = rows.flatMap(({ merchant_id: merchantId, id, expires_at: expiresAt }) =>
    expiresAt === null ? [] : [{ merchantId, id, expiresAt }],
  );
  return {
    linkless: rows.flatMap(({ merchant_id: merchantId, id, expires_at: expiresAt }) =>
      expiresAt === null ? [{ merchantId, id }] : [],
    ),
    overdue,
    next: overdue.length < limit ? null : (overdue.at(-1) ?? null),
  };
}
