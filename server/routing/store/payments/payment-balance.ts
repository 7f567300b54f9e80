import { type Db, prepared } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import type { RefundTotals } from "../../domain/refunds/refund";
import { ALL_COLUMNS, fromRow, type PaymentRow } from "./payment-row";
import { SUMS_OF_REFUNDS, type SumsRow, totalsFromRow } from "../refunds/refunds";

const PAYMENT_AND_TOTALS = prepared(
  `select ${ALL_COLUMNS}, sums.*
  from payments p cross join lateral
    (select ${SUMS_OF_REFUNDS} from refunds r where r.merchant_id = p.merchant_id and r.payment_id = p.id) sums
  where merchant_id = $1 and id = $2`,
);

/** A payment and the sums of its refunds, read at one moment; null when the merchant has no such payment. */
export async function findPaymentAndTotals(
  db: Db,
  merchantId: number,
  paymentId: string,
): Promise<{ payment: Payment; totals: RefundTotals } | null> {
  const { rows } = await db.query<PaymentRow & SumsRow>({
    ...PAYMENT_AND_TOTALS,
    values: [merchantId, paymentId],
  });
  const [row] = rows;
  return row === undefined ? null : { payment: fromRow(row), totals: totalsFromRow(row) };
}
