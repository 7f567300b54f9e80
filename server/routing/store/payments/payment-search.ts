import type { PaymentMethod, PaymentStatus } from "@/lib/contract/statuses";
import type { Db } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { type DeclineCondition, declinedCondition } from "./declined-payments";
import { ALL_COLUMNS, fromRow, type PaymentRow } from "./payment-row";

/** The filters of a search; null for an unused one. Amounts and times: from (inclusive), until (exclusive). */
export type PaymentFilter = {
  statuses: readonly PaymentStatus[] | null;
  createdFrom: Date | null;
  createdUntil: Date | null;
  minPaise: bigint | null;
  maxPaise: bigint | null;
  paymentMethod: PaymentMethod | null;
  gateway: string | null;
  reference: string | null;
  referencePrefix: string | null;
  /** In lower case. */
  lowerReferencePrefix: string | null;
  paymentId: string | null;
  gatewayTransactionId: string | null;
  udf1: string | null;
  udf2: string | null;
  udf3: string | null;
  customerEmail: string | null;
  customerPhone: string | null;
  decline: DeclineCondition | null;
};

/**
 * The SQL of each filter. The statement contains only filters that are set, so that it is planned for exactly those.
 */
const CONDITIONS: Record<Exclude<keyof PaymentFilter, "statuses" | "decline">, (value: string) => string> = {
  createdFrom: (value) => `created_at >= ${value}`,
  createdUntil: (value) => `created_at < ${value}`,
  minPaise: (value) => `amount_paise >= ${value}`,
  maxPaise: (value) => `amount_paise <= ${value}`,
  paymentMethod: (value) => `payment_method = ${value}`,
  gateway: (value) => `gateway = ${value}`,
  reference: (value) => `merchant_transaction_id = ${value}`,
  referencePrefix: (value) => `merchant_transaction_id ^@ ${value}`,
  lowerReferencePrefix: (value) => `lower(merchant_transaction_id) ^@ ${value}`,
  paymentId: (value) => `id = ${value}`,
  gatewayTransactionId: (value) => `gateway_transaction_id = ${value}`,
  udf1: (value) => `udf1 = ${value}`,
  udf2: (value) => `udf2 = ${value}`,
  udf3: (value) => `udf3 = ${value}`,
  customerEmail: (value) => `left(customer_email, 254) = left(${value}, 254) and customer_email = ${value}`,
  customerPhone: (value) => `customer_phone = ${value}`,
};

const NEWEST_FIRST = "order by created_at desc, id desc";

/** The position of a payment in the list, even if the payment is deleted by now. */
export type PaymentPosition = { createdAt: Date; id: string };

/** The statement of a search with its values. `after`: the position where the previous page ended. */
export function searchStatement(
  merchantId: number,
  filter: PaymentFilter,
  page: { after: PaymentPosition | null; limit: number },
): { text: string; values: unknown[] } {
  const values: unknown[] = [merchantId, page.limit];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ["merchant_id = $1"];
  for (const name of Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]) {
    const value = filter[name];
    if (value !== null) conditions.push(CONDITIONS[name](place(value)));
  }
  if (filter.decline !== null) conditions.push(declinedCondition(filter.decline, place));
  if (page.after !== null) {
    const { createdAt, id } = page.after;
    conditions.push(`(created_at, id) < (${place(createdAt)}::timestamptz, ${place(id)}::text)`);
  }
  const matching = (columns: string, more: string): string =>
    `select ${columns} from payments where ${[...conditions, more].join(" and ")} ${NEWEST_FIRST} limit $2`;
  // An amount range does not follow the order of the list, and a decline reason may be rare, so a page may scan thousands
  // of payments. That scan uses only indexes; the records of the page are read at the end (decisions 0176, 0312).
  const isRange = filter.minPaise !== null || filter.maxPaise !== null || filter.decline !== null;
  const read = (more: string): string =>
    isRange
      ? `select ${ALL_COLUMNS} from payments where merchant_id = $1 and id = any(array(
           select id from (${matching("id, created_at", more)}) as page)) ${NEWEST_FIRST}`
      : matching(ALL_COLUMNS, more);
  if (filter.statuses === null) return { text: read("true"), values };
  // An index returns one status in the order of the list; several statuses are read side by side and merged.
  const wanted = place(filter.statuses);
  const text = `select p.* from unnest(${wanted}::text[]) as wanted (wanted_status)
     cross join lateral (${read("status = wanted_status")}) as p ${NEWEST_FIRST} limit $2`;
  return { text, values };
}

/** Newest first, at most `limit`. */
export async function searchPayments(
  db: Db,
  merchantId: number,
  filter: PaymentFilter,
  page: { after: PaymentPosition | null; limit: number },
): Promise<Payment[]> {
  const { text, values } = searchStatement(merchantId, filter, page);
  const { rows } = await db.query<PaymentRow>(text, values);
  return rows.map(fromRow);
}
