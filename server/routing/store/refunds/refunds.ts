import type { RefundFailureReason } from "@/lib/contract/refund-failures";
import type { RefundStatus } from "@/lib/contract/statuses";
import { type JobOrigin, jobOrigin } from "@/server/platform/run-job";
import { type Db, prepared } from "@/server/platform/pool";
import type { PlacedRefund, Refund, RefundFailure, RefundTotals } from "../../domain/refunds/refund";
import { type RecordWebhook, refundWebhook } from "../../domain/webhooks/webhook-event";
import { writeWebhooks } from "../webhooks/write-webhooks";

export type RefundRow = {
  merchant_id: number;
  kind: Refund["kind"];
  id: string;
  payment_id: string;
  charge: string | null;
  merchant_transaction_id: string;
  amount_paise: bigint;
  currency: string;
  status: RefundStatus;
  reason: string | null;
  gateway: string;
  gateway_refund_id: string | null;
  is_unsent: boolean;
  requested_at: Date;
  completed_at: Date | null;
  succeeded_late_at: Date | null;
  late_changes: number;
} & FailureRow;

type FailureRow = {
  failure_reason: RefundFailureReason | null;
  failure_code: string | null;
  failure_message: string | null;
};

function failureFromRow(row: FailureRow): RefundFailure | null {
  const { failure_reason: reason, failure_code: code, failure_message: message } = row;
  return reason === null ? null : { reason, code, message };
}

/** The columns of a new refund, each with its type and its value. */
const INSERTED: readonly (readonly [column: string, type: string, value: (refund: Refund) => unknown])[] = [
  ["merchant_id", "integer", ({ merchantId }) => merchantId],
  ["kind", "text", ({ kind }) => kind],
  ["id", "text", ({ id }) => id],
  ["payment_id", "text", ({ paymentId }) => paymentId],
  ["charge", "text", ({ charge }) => charge],
  ["merchant_transaction_id", "text", ({ reference }) => reference],
  ["amount_paise", "bigint", ({ amountPaise }) => amountPaise],
  ["currency", "text", ({ currency }) => currency],
  ["status", "text", ({ status }) => status],
  ["reason", "text", ({ reason }) => reason],
  ["gateway", "text", ({ gateway }) => gateway],
  ["gateway_refund_id", "text", ({ gatewayRefundId }) => gatewayRefundId],
  ["requested_at", "timestamptz", ({ requestedAt }) => requestedAt],
  ["completed_at", "timestamptz", ({ completedAt }) => completedAt],
  ["is_unsent", "boolean", ({ isUnsent }) => isUnsent],
  // It is sent before what its gateway is only asked about.
  ["asked_at", "timestamptz", ({ requestedAt }) => requestedAt],
];
const READ = [
  ...INSERTED.map(([column]) => column),
  "succeeded_late_at",
  "late_changes",
  "failure_reason",
  "failure_code",
  "failure_message",
];
const COLUMNS = READ.join(", ");
/** Those of a refund in a statement that reads other tables too. */
export const columnsOf = (refund: string): string => READ.map((column) => `${refund}.${column}`).join(", ");
/** A new one is due at once, by the column's default. */
const WRITTEN = [...INSERTED.map(([column]) => column), "origin"].join(", ");

/** A new refund, and the request that its steps belong to. */
type NewRefund = { refund: Refund; origin: JobOrigin };

export function refundFromRow(row: RefundRow): Refund {
  return {
    merchantId: row.merchant_id,
    kind: row.kind,
    id: row.id,
    paymentId: row.payment_id,
    charge: row.charge,
    reference: row.merchant_transaction_id,
    amountPaise: row.amount_paise,
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    gateway: row.gateway,
    gatewayRefundId: row.gateway_refund_id,
    isUnsent: row.is_unsent,
    requestedAt: row.requested_at,
    completedAt: row.completed_at,
    succeededLateAt: row.succeeded_late_at,
    lateChanges: row.late_changes,
    failure: failureFromRow(row),
  };
}

const INSERT_REFUND = prepared(
  `insert into refunds (${WRITTEN}) values (${INSERTED.map((_, index) => `$${index + 1}`).join(", ")}, $${INSERTED.length + 1})
  on conflict (merchant_id, id) do nothing`,
);

/** Writes a new one; false when its id is in use: a refund needs the next one (decision 0030), a reversal is there already. */
export async function insertRefund(db: Db, { refund, origin }: NewRefund): Promise<boolean> {
  const values = [...INSERTED.map(([, , value]) => value(refund)), origin];
  const inserted = await db.query({ ...INSERT_REFUND, values });
  return inserted.rowCount === 1;
}

const INSERT_REFUNDS = prepared(
  `insert into refunds (${WRITTEN})
   select * from unnest(${INSERTED.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")},
       $${INSERTED.length + 1}::jsonb[]) as made (${WRITTEN})
   -- Two processes issue the same ids, and wait for each other's records: in one order they do not deadlock.
   order by merchant_id, id
   on conflict (merchant_id, id) do nothing
   returning merchant_id, id`,
);

/** Writes several new refunds by one statement; returns those whose id was not in use. */
export async function insertRefunds(db: Db, made: readonly NewRefund[]): Promise<Refund[]> {
  const refunds = made.map(({ refund }) => refund);
  const origins = made.map(({ origin }) => JSON.stringify(origin));
  const { rows } = await db.query<{ merchant_id: number; id: string }>({
    ...INSERT_REFUNDS,
    values: [...INSERTED.map(([, , value]) => refunds.map(value)), origins],
  });
  const inserted = new Set(rows.map((row) => `${row.merchant_id}:${row.id}`));
  return refunds.filter(({ merchantId, id }) => inserted.has(`${merchantId}:${id}`));
}

const FIND_REFUND = prepared(
  `select ${COLUMNS} from refunds where merchant_id = $1 and id = $2 and kind = 'refund'`,
);

/** A refund that the merchant requested. */
export async function findRefund(db: Db, merchantId: number, id: string): Promise<Refund | null> {
  const { rows } = await db.query<RefundRow>({ ...FIND_REFUND, values: [merchantId, id] });
  return rows[0] === undefined ? null : refundFromRow(rows[0]);
}

const FIND_PLACED = prepared(
  `select ${COLUMNS}, (select p.gateway_account from payments p
     where p.merchant_id = $1 and p.id = refunds.payment_id) as gateway_account
   from refunds where merchant_id = $1 and id = $2`,
);

/** A refund or reversal with the account that it is sent to, for those who call its gateway. */
export async function findPlacedRefund(db: Db, merchantId: number, id: string): Promise<PlacedRefund | null> {
  const { rows } = await db.query<RefundRow & { gateway_account: number | null }>({
    ...FIND_PLACED,
    values: [merchantId, id],
  });
  const [row] = rows;
  return row === undefined ? null : { ...refundFromRow(row), gatewayAccount: row.gateway_account };
}

const LOCK_REFUND = prepared(`select ${COLUMNS} from refunds where merchant_id = $1 and id = $2 for update`);

/** Locks one refund until the transaction ends. */
export async function lockRefund(db: Db, merchantId: number, id: string): Promise<Refund | null> {
  const { rows } = await db.query<RefundRow>({ ...LOCK_REFUND, values: [merchantId, id] });
  return rows[0] === undefined ? null : refundFromRow(rows[0]);
}

const SAVE_REFUND_MOVE = prepared(
  `update refunds set status = $3, gateway_refund_id = $4, completed_at = $5,
     failure_reason = $6, failure_code = $7, failure_message = $8,
     origin = case when $5::timestamptz is null then origin end
   where merchant_id = $1 and id = $2`,
);

const SAVE_WAITING = prepared(
  `update refunds set failure_reason = $3, failure_code = $4, failure_message = $5
   where merchant_id = $1 and id = $2 and completed_at is null and gateway_refund_id is null`,
);

/** Saves why the gateway does not accept a refund at present. */
export async function saveWhyRefundWaits(
  db: Db,
  { merchantId, id }: Pick<Refund, "merchantId" | "id">,
  { reason, code, message }: RefundFailure,
): Promise<void> {
  await db.query({ ...SAVE_WAITING, values: [merchantId, id, reason, code, message] });
}

/**
 * Also writes the webhook of a refund's final status, so that no code that ends one can forget it. When it is due next, is for
 * the caller to say.
 */
export async function saveRefundMove(db: Db, merchantId: number, refund: Refund): Promise<void> {
  await db.query({
    ...SAVE_REFUND_MOVE,
    values: [
      merchantId,
      refund.id,
      refund.status,
      refund.gatewayRefundId,
      refund.completedAt,
      refund.failure?.reason ?? null,
      refund.failure?.code ?? null,
      refund.failure?.message ?? null,
    ],
  });
  const { completedAt, kind } = refund;
  if (completedAt !== null && kind === "refund")
    await writeRefundWebhook(db, refund, refundWebhook(refund, completedAt));
}

/** Writes an event of a refund for the endpoints that subscribe to it, in the transaction of the event. */
export function writeRefundWebhook(db: Db, refund: Refund, webhook: RecordWebhook): Promise<void> {
  const { merchantId, paymentId, reference } = refund;
  return writeWebhooks(db, { merchantId, id: paymentId, reference }, webhook, jobOrigin());
}

/**
 * Sums over the refunds that a statement selects, without reversals. Failed refunds count in neither sum, except those paid late: they
 * count as refunded, although their status stays FAILURE (decision 0213).
 */
export const SUMS_OF_REFUNDS = `coalesce(sum(amount_paise) filter (where kind = 'refund'
    and (status = 'SUCCESS' or succeeded_late_at is not null)), 0)::bigint as refunded,
  coalesce(sum(amount_paise) filter (where kind = 'refund' and status in ('INITIATED', 'PROCESSING')), 0)::bigint as in_progress,
  count(*) filter (where kind = 'refund')::integer as refund_count`;
export type SumsRow = { refunded: bigint; in_progress: bigint; refund_count: number };
export const totalsFromRow = (row: SumsRow): RefundTotals => ({
  refundedPaise: row.refunded,
  inProgressPaise: row.in_progress,
  count: row.refund_count,
});

const REFUND_TOTALS = prepared(
  `select ${SUMS_OF_REFUNDS} from refunds where merchant_id = $1 and payment_id = $2`,
);

/**
 * The sums of a payment's refunds. Stable only while the caller holds the payment's row lock, which every INSERT of a
 * refund takes first.
 */
export async function refundTotals(db: Db, merchantId: number, paymentId: string): Promise<RefundTotals> {
  const { rows } = await db.query<SumsRow>({ ...REFUND_TOTALS, values: [merchantId, paymentId] });
  return totalsFromRow(rows[0] ?? { refunded: 0n, in_progress: 0n, refund_count: 0 });
}

type PaymentId = { merchantId: number; id: string };

const TOTALS_OF_SEVERAL = prepared(
  `select payment.merchant_id, payment.id, totals.*
   from unnest($1::integer[], $2::text[]) as payment (merchant_id, id) cross join lateral
     (select ${SUMS_OF_REFUNDS} from refunds
      where merchant_id = payment.merchant_id and payment_id = payment.id) as totals`,
);

/** Sums as `refundTotals` does, for several payments at once. */
export async function refundTotalsOfSeveral(
  db: Db,
  payments: readonly PaymentId[],
): Promise<(PaymentId & { totals: RefundTotals })[]> {
  const { rows } = await db.query<SumsRow & { merchant_id: number; id: string }>({
    ...TOTALS_OF_SEVERAL,
    values: [payments.map(({ merchantId }) => merchantId), payments.map(({ id }) => id)],
  });
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id, totals: totalsFromRow(row) }));
}

const SPENT_OF_PAYMENT = prepared(
  `select coalesce(sum(amount_paise), 0)::bigint as spent from refunds
   where merchant_id = $1 and payment_id = $2 and kind = 'refund' and (status = 'SUCCESS' or succeeded_late_at is not null
     or status = 'PROCESSING' or (status = 'INITIATED' and not is_unsent))`,
);

/** The amount of a payment that is refunded or may be pending at its gateway. The caller holds the payment's row lock. */
export async function spentOfPayment(db: Db, merchantId: number, paymentId: string): Promise<bigint> {
  const { rows } = await db.query<{ spent: bigint }>({
    ...SPENT_OF_PAYMENT,
    values: [merchantId, paymentId],
  });
  return rows[0]?.spent ?? 0n;
}

const REFUND_TOTALS_OF = prepared(
  `select payment_id, ${SUMS_OF_REFUNDS}
     from refunds where merchant_id = $1 and payment_id = any($2) group by payment_id`,
);

/** The sums of the refunds of several payments; a payment without refunds is not in the result. */
export async function refundTotalsOf(
  db: Db,
  merchantId: number,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, RefundTotals>> {
  const { rows } = await db.query<SumsRow & { payment_id: string }>({
    ...REFUND_TOTALS_OF,
    values: [merchantId, paymentIds],
  });
  return new Map(rows.map((row) => [row.payment_id, totalsFromRow(row)]));
}

const COUNT_OPEN_SINCE = prepared(
  `select count(*)::int as found from
     (select 1 from refunds where completed_at is null and requested_at >= $1 limit $2) t`,
);

/** Counts over all merchants, up to `limit`. */
export async function countOpenRefundsSince(db: Db, since: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ found: number }>({ ...COUNT_OPEN_SINCE, values: [since, limit] });
  return rows[0]?.found ?? 0;
}

/** Newest first; `beforeId` is the last id of the previous page. */
export async function searchRefunds(
  db: Db,
  merchantId: number,
  filter: {
    paymentId: string | null;
    reference: string | null;
    status: RefundStatus | null;
    beforeId: string | null;
    limit: number;
  },
): Promise<Refund[]> {
  const { rows } = await db.query<RefundRow>(
    `select ${COLUMNS} from refunds
     where merchant_id = $1 and kind = 'refund'
       and ($2::text is null or payment_id = $2)
       and ($3::text is null or merchant_transaction_id = $3)
       and ($4::text is null or status = $4)
       -- The ids of reversals, TXN…, are behind those of refunds, and not read.
       and id < coalesce($5, 'S')
     order by id desc limit $6`,
    [merchantId, filter.paymentId, filter.reference, filter.status, filter.beforeId, filter.limit],
  );
  return rows.map(refundFromRow);
}

const SAVE_LATE_CHANGE = prepared(
  `update refunds set late_changes = late_changes + 1,
     succeeded_late_at = coalesce(succeeded_late_at, case when status = 'FAILURE' then $3::timestamptz end)
   where merchant_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Saves that the end of a refund changed at its gateway; a FAILURE is paid late from the first time on. The caller holds its lock. */
export async function saveLateChange(
  db: Db,
  { merchantId, id }: Pick<Refund, "merchantId" | "id">,
  at: Date,
): Promise<Refund> {
  const { rows } = await db.query<RefundRow>({ ...SAVE_LATE_CHANGE, values: [merchantId, id, at] });
  if (rows[0] === undefined) throw new Error(`refund ${id} is missing`);
  return refundFromRow(rows[0]);
}
