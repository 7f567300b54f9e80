import { PAYMENT_STATUSES, type PaymentStatus } from "@/lib/contract/statuses";
import type { ServiceError } from "@/lib/service-error";
import { STUCK_AFTER_MS } from "@/lib/payments/payment-state";
import type { Services } from "../../runtime";
import { serviceErrorOf } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";

const MINUTE_MS = 60_000;
export const STUCK_MINUTES = STUCK_AFTER_MS / MINUTE_MS;

export type StuckPayment = {
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  createdAt: Date;
  isTest: boolean;
};

/** Whether a payment is stuck now. The caller has checked the permission. */
export async function stuckPaymentOf(
  { routing, clock }: Pick<Services, "routing" | "clock">,
  transactionId: string,
): Promise<
  | { kind: "stuck"; payment: StuckPayment }
  /** Null where the service does not know the payment. */
  | { kind: "not_stuck"; status: PaymentStatus | null }
  | { kind: "not_offered" }
  | { kind: "service_error"; serviceError: ServiceError }
> {
  const capabilities = await routing.capabilities();
  if (!capabilities.offers("payments.get")) return notOfferedOr(capabilities);
  const response = await routing.ops("payments.get", { transaction_id: transactionId });
  if (response.kind !== "answered") {
    const isMissing = response.kind === "refused" && response.refusal.kind === "not_found";
    return isMissing
      ? { kind: "not_stuck", status: null }
      : { kind: "service_error", serviceError: serviceErrorOf(response) };
  }
  const { payment } = response.value;
  const createdAt = new Date(payment.transaction_date_time);
  const status = PAYMENT_STATUSES.find((one) => one === payment.transaction_status) ?? null;
  if (status !== "INITIATED" || createdAt.getTime() > clock.now().getTime() - STUCK_AFTER_MS)
    return { kind: "not_stuck", status };
  return {
    kind: "stuck",
    payment: {
      transactionId,
      reference: payment.merchant_transaction_id,
      amount: payment.transaction_amount,
      currency: payment.currency,
      createdAt,
      isTest: payment.test === true,
    },
  };
}
