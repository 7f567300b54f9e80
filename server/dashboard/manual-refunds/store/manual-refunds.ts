import { type Db, prepared } from "@/server/platform/pool";
import { NO_REASON } from "@/lib/reasons/reason";
import type { ManualRefundState } from "@/lib/manual-refunds/manual-refund-views";
import type { AllowedRefund } from "../../refunds/domain";
import type { ManualRefund } from "../domain/manual-refund";

const SELECT = `
  select m.id, m.service_address as "serviceAddress", m.transaction_id as "transactionId", m.reference,
    m.amount_paise as "amountPaise", m.currency, m.is_test as "isTest", m.method,
    to_char(m.paid_on, 'YYYY-MM-DD') as "paidOn", m.transfer_reference as "transferReference", m.reason, m.reason_code as "reasonCode", m.note,
    m.recorded_by as "recordedById", r.name as "recordedByName", m.recorded_at as "recordedAt",
    case when m.state = 'CONFIRMED' and m.void_proposed_at is not null then 'VOIDING' else m.state end as state,
    m.void_proposed_by as "voidProposedById", p.name as "voidProposedByName", m.void_proposed_at as "voidProposedAt",
    d.name as "decidedByName", m.decided_at as "decidedAt", m.decision_reason as "decisionReason",
    v.name as "voidedByName", m.voided_at as "voidedAt", m.void_reason as "voidReason"
  from manual_refunds m
  join people r on r.id = m.recorded_by
  left join people d on d.id = m.decided_by
  left join people p on p.id = m.void_proposed_by
  left join people v on v.id = m.voided_by`;

const FIND = prepared(`${SELECT} where m.id = $1`);

export async function findManualRefund(db: Db, id: string): Promise<ManualRefund | null> {
  const { rows } = await db.query<ManualRefund>({ ...FIND, values: [id] });
  return rows[0] ?? null;
}

/** Locks the row: of two people who decide, the second waits and then sees what the first did. */
export async function lockManualRefund(db: Db, id: string): Promise<ManualRefund | null> {
  const { rowCount } = await db.query("select from manual_refunds where id = $1 for update", [id]);
  return rowCount === 0 ? null : findManualRefund(db, id);
}

const MAX_OF_PAYMENT = 100;

const OF_PAYMENT = prepared(
  `${SELECT} where m.transaction_id = $1 order by m.recorded_at desc, m.id desc limit ${MAX_OF_PAYMENT}`,
);

/** Those of a payment, newest first. */
export async function listManualRefundsOf(db: Db, transactionId: string): Promise<ManualRefund[]> {
  const { rows } = await db.query<ManualRefund>({ ...OF_PAYMENT, values: [transactionId] });
  return rows;
}

export type ManualRefundPosition = { at: Date; id: string };

/** `isWaiting`: those that wait for a second person, or all. `reason`: the code of a reason, or `NO_REASON`; null for any. */
export type ManualRefundFilter = { isWaiting: boolean; reason: string | null };

/** Newest first. */
export async function listManualRefunds(
  db: Db,
  filter: ManualRefundFilter,
  page: { after: ManualRefundPosition | null; limit: number },
): Promise<ManualRefund[]> {
  const { rows } = await db.query<ManualRefund>(
    `${SELECT} where (not $1::boolean or m.state = 'WAITING' or (m.state = 'CONFIRMED' and m.void_proposed_at is not null))
       and ($2::timestamptz is null or (m.recorded_at, m.id) < ($2, $3::uuid))
       and ($5::text is null or coalesce(m.reason_code, '${NO_REASON}') = $5)
     order by m.recorded_at desc, m.id desc limit $4`,
    [filter.isWaiting, page.after?.at ?? null, page.after?.id ?? null, page.limit, filter.reason],
  );
  return rows;
}

/** Records of one reference are stored one after the other. Kept until the transaction ends; taken after a payment's ledger. */
export async function lockTransfer(
  db: Db,
  { method, transferReference }: Pick<ManualRefund, "method" | "transferReference">,
): Promise<void> {
  await db.query(
    "select pg_advisory_xact_lock(hashtextextended(current_schema() || ': transfer ' || $1 || lower($2), 0))",
    [method, transferReference],
  );
}

export type NewManualRefund = Pick<
  ManualRefund,
  | "id"
  | "serviceAddress"
  | "transactionId"
  | "reference"
  | "amountPaise"
  | "currency"
  | "isTest"
  | "method"
  | "paidOn"
  | "transferReference"
  | "reason"
  | "reasonCode"
  | "note"
  | "recordedById"
  | "recordedAt"
>;

/** Stores one as WAITING; false when its id is in use. What allows it was decided under the lock that the caller holds. */
export async function insertManualRefund(
  db: Db,
  _allowed: AllowedRefund,
  refund: NewManualRefund,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into manual_refunds (id, service_address, transaction_id, reference, amount_paise, currency, is_test,
       method, paid_on, transfer_reference, note, recorded_by, recorded_at, reason, reason_code, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'WAITING') on conflict do nothing`,
    [
      refund.id,
      refund.serviceAddress,
      refund.transactionId,
      refund.reference,
      refund.amountPaise,
      refund.currency,
      refund.isTest,
      refund.method,
      refund.paidOn,
      refund.transferReference,
      refund.note,
      refund.recordedById,
      refund.recordedAt,
      refund.reason,
      refund.reasonCode,
    ],
  );
  return rowCount === 1;
}

type Change = { state: ManualRefundState; byId: string; at: Date; reason: string | null };

/** Confirms, declines or withdraws one. The caller has locked the row. */
export async function decideManualRefund(db: Db, id: string, change: Change): Promise<void> {
  await db.query(
    "update manual_refunds set state = $2, decided_by = $3, decided_at = $4, decision_reason = $5 where id = $1",
    [id, change.state, change.byId, change.at, change.reason],
  );
}

/** Proposes to void one. The caller has locked the row. */
export async function proposeVoid(db: Db, id: string, { byId, at, reason }: Change): Promise<void> {
  await db.query(
    "update manual_refunds set void_proposed_by = $2, void_proposed_at = $3, void_reason = $4 where id = $1",
    [id, byId, at, reason],
  );
}

/** It stays confirmed after all. The caller has locked the row. */
export async function dropVoidProposal(db: Db, id: string): Promise<void> {
  await db.query(
    "update manual_refunds set void_proposed_by = null, void_proposed_at = null, void_reason = null where id = $1",
    [id],
  );
}

/** Voids one, for the reason of its proposal. The caller has locked the row. */
export async function voidManualRefund(db: Db, id: string, { state, byId, at }: Change): Promise<void> {
  await db.query("update manual_refunds set state = $2, voided_by = $3, voided_at = $4 where id = $1", [
    id,
    state,
    byId,
    at,
  ]);
}
