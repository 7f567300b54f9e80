import type { RefundStatus } from "@/lib/contract/statuses";
import { jobOrigin } from "@/server/platform/add-job";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import type { Db } from "@/server/platform/pool";
import type { RefundFailure } from "../../domain/refunds/refund";
import type { PlacedReversal, Reversal } from "../../domain/reversals/reversal";
import { failureFromRow, type FailureRow } from "../refunds/refunds";

type ReversalKey = Pick<Reversal, "merchantId" | "paymentId" | "gatewayTransactionId">;
type FinalStatus = Extract<RefundStatus, "SUCCESS" | "FAILURE">;

export type ReversalRow = {
  merchant_id: number;
  payment_id: string;
  gateway_transaction_id: string;
  gateway: string;
  amount_paise: bigint;
  currency: string;
  status: RefundStatus;
  gateway_refund_id: string | null;
  requested_at: Date;
  completed_at: Date | null;
} & FailureRow;

const READ = [
  "merchant_id",
  "payment_id",
  "gateway_transaction_id",
  "gateway",
  "amount_paise",
  "currency",
  "status",
  "gateway_refund_id",
  "requested_at",
  "completed_at",
  "failure_reason",
  "failure_code",
  "failure_message",
];
/** The columns of a reversal in a statement that reads other tables too. */
export const reversalColumnsOf = (reversal: string): string =>
  READ.map((column) => `${reversal}.${column}`).join(", ");

/** Records a reversal to be sent at once; false when this charge is already being reversed. */
export async function insertReversal(db: Db, merchantId: number, reversal: Reversal): Promise<boolean> {
  const inserted = await db.query(
    `insert into reversals (merchant_id, payment_id, gateway_transaction_id, gateway, amount_paise, currency, status,
       requested_at, origin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (merchant_id, payment_id, gateway_transaction_id) do nothing`,
    [
      merchantId,
      reversal.paymentId,
      reversal.gatewayTransactionId,
      reversal.gateway,
      reversal.amountPaise,
      reversal.currency,
      reversal.status,
      reversal.requestedAt,
      jobOrigin(),
    ],
  );
  return inserted.rowCount === 1;
}

export async function findReversal(
  db: Db,
  merchantId: number,
  paymentId: string,
  gatewayTransactionId: string,
): Promise<PlacedReversal | null> {
  const { rows } = await db.query<ReversalRow & { gateway_account: number | null }>(
    `select ${READ.join(", ")}, (select p.gateway_account from payments p
        where p.merchant_id = $1 and p.id = reversals.payment_id) as gateway_account
     from reversals where merchant_id = $1 and payment_id = $2 and gateway_transaction_id = $3`,
    [merchantId, paymentId, gatewayTransactionId],
  );
  const [row] = rows;
  return row === undefined ? null : { ...reversalFromRow(row), gatewayAccount: row.gateway_account };
}

export function reversalFromRow(row: ReversalRow): Reversal {
  return {
    merchantId: row.merchant_id,
    paymentId: row.payment_id,
    gatewayTransactionId: row.gateway_transaction_id,
    gateway: row.gateway,
    amountPaise: row.amount_paise,
    currency: row.currency,
    status: row.status,
    gatewayRefundId: row.gateway_refund_id,
    requestedAt: row.requested_at,
    completedAt: row.completed_at,
    failure: failureFromRow(row),
  };
}

export async function hasReversal(db: Db, merchantId: number, paymentId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from reversals where merchant_id = $1 and payment_id = $2 limit 1`,
    [merchantId, paymentId],
  );
  return rows.length > 0;
}

/**
 * Saves a reversal's status at the gateway. False, with no change, when its status is already final, or when a refusal
 * arrives after the gateway has given it an id (two workers sent it at once).
 */
export async function saveReversal(db: Db, merchantId: number, reversal: Reversal): Promise<boolean> {
  const saved = await db.query(
    `update reversals set status = $4, gateway_refund_id = $5, completed_at = $6,
       failure_reason = $7, failure_code = $8, failure_message = $9,
       origin = case when $6::timestamptz is null then origin end
     where merchant_id = $1 and payment_id = $2 and gateway_transaction_id = $3
       and ${checkedOnRow("completed_at is null and (gateway_refund_id is null or $5::text is not null)")}`,
    [
      merchantId,
      reversal.paymentId,
      reversal.gatewayTransactionId,
      reversal.status,
      reversal.gatewayRefundId,
      reversal.completedAt,
      ...valuesOf(reversal.failure),
    ],
  );
  return saved.rowCount === 1;
}

/** Replaces one final status with the other; false when the status is no longer `from`. */
export async function correctReversalStatus(
  db: Db,
  { merchantId, paymentId, gatewayTransactionId }: ReversalKey,
  change: { from: FinalStatus; to: FinalStatus; at: Date; failure: RefundFailure | null },
): Promise<boolean> {
  const changed = await db.query(
    `update reversals set status = $5, completed_at = $6, failure_reason = $7, failure_code = $8, failure_message = $9
     where merchant_id = $1 and payment_id = $2 and gateway_transaction_id = $3 and ${checkedOnRow("status = $4")}`,
    [
      merchantId,
      paymentId,
      gatewayTransactionId,
      change.from,
      change.to,
      change.at,
      ...valuesOf(change.failure),
    ],
  );
  return changed.rowCount === 1;
}

function valuesOf(failure: RefundFailure | null): (string | null)[] {
  return [failure?.reason ?? null, failure?.code ?? null, failure?.message ?? null];
}
