import type { CardScheme, PaymentMethod, PaymentStatus } from "@/lib/contract/statuses";
import type { Payment } from "../../domain/payments/payment";

export type PaymentRow = {
  merchant_id: number;
  id: string;
  merchant_transaction_id: string;
  attempt: number;
  amount_paise: bigint;
  currency: string;
  status: PaymentStatus;
  checkout_token: string;
  customer_email: string | null;
  customer_phone: string | null;
  customer_name: string | null;
  payment_method: PaymentMethod | null;
  card_scheme: CardScheme | null;
  issuing_bank: string | null;
  udf1: string | null;
  udf2: string | null;
  udf3: string | null;
  surl: string | null;
  furl: string | null;
  gateway: string | null;
  gateway_account: number | null;
  gateway_checkout_id: string | null;
  gateway_checkout_url: string | null;
  gateway_transaction_id: string | null;
  paid_method: PaymentMethod | null;
  created_at: Date;
  link_issued_at: Date | null;
  expires_at: Date;
  completed_at: Date | null;
  watched_until: Date | null;
  failure_code: string | null;
  failure_message: string | null;
};

/** The columns that an INSERT of a payment sets. */
const COLUMNS = `merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status, checkout_token,
  customer_email, customer_phone, customer_name, payment_method, card_scheme, issuing_bank, udf1, udf2, udf3,
  surl, furl, gateway, gateway_checkout_id, gateway_transaction_id, created_at, link_issued_at, expires_at,
  completed_at`;
/** Also the columns that are set only later. */
export const ALL_COLUMNS = `${COLUMNS}, gateway_account, gateway_checkout_url, paid_method, watched_until, failure_code, failure_message`;
/** Prefixes the columns with their table, for joins. */
export const allColumnsOf = (payment: string): string =>
  ALL_COLUMNS.split(/,\s*/)
    .map((column) => `${payment}.${column}`)
    .join(", ");

export function fromRow(row: PaymentRow): Payment {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    reference: row.merchant_transaction_id,
    attempt: row.attempt,
    amountPaise: row.amount_paise,
    currency: row.currency,
    status: row.status,
    checkoutToken: row.checkout_token,
    customer: { email: row.customer_email, phone: row.customer_phone, name: row.customer_name },
    paymentMethod: row.payment_method,
    cardScheme: row.card_scheme,
    issuingBank: row.issuing_bank,
    udf1: row.udf1,
    udf2: row.udf2,
    udf3: row.udf3,
    surl: row.surl,
    furl: row.furl,
    gateway: row.gateway,
    gatewayAccount: row.gateway_account,
    gatewayCheckoutId: row.gateway_checkout_id,
    gatewayCheckoutUrl: row.gateway_checkout_url,
    gatewayTransactionId: row.gateway_transaction_id,
    paidMethod: row.paid_method,
    createdAt: row.created_at,
    linkIssuedAt: row.link_issued_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    failure:
      row.failure_code === null && row.failure_message === null
        ? null
        : { code: row.failure_code, message: row.failure_message },
    polledUntil: row.watched_until,
  };
}
