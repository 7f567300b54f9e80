import { statusAllows } from "@/lib/can";
import { type OpenAlert, readOpenAlert } from "@/lib/contract/payment-alerts";
import type { PaymentStatus } from "@/lib/contract/statuses";
import { paiseOf } from "@/lib/money";
import { readDatabaseClock } from "@/server/platform/database-clock";
import { isStorableText } from "@/lib/text";
import type { ServiceError } from "@/lib/service-error";
import type { ServiceBalance } from "../domain/refund-balance";
import { serviceErrorOf } from "../../routing-client/call-result";
import type { Services } from "../../runtime";

/** A paid payment as the service has it now. */
export type Refundable = {
  currency: string;
  /** A test payment: no money moves. */
  isTest: boolean;
  paidPaise: bigint;
  /** Where it was paid; null when the service does not say. */
  gateway: string | null;
  /** Null when the service offers no balance: then the dashboard's own ledger is used. */
  service: ServiceBalance | null;
};

export type RefundableReading =
  /** `alert`: whether its money may be gone, as the gateway has reported; null: not known. */
  | ({ kind: "refundable"; alert: OpenAlert | null } & Refundable)
  /** `status` is null when the service has no such payment under this reference. */
  | { kind: "not_refundable"; status: PaymentStatus | null }
  | { kind: "service_error"; serviceError: ServiceError };

type Target = { reference: string; transactionId: string };

/**
 * Reads from the service what a refund is evaluated against, for the refund form and again for the refund itself. A
 * balance contains all of it in one call, as of one moment (0116). It is stamped with the database's time before the request, so
 * that nothing that happened meanwhile is assumed to be included.
 */
export async function readRefundable(services: Services, target: Target): Promise<RefundableReading> {
  const { routing } = services;
  const hasBalance = (await routing.capabilities()).offers("refunds.balance");
  if (!hasBalance) return readRecord(services, target);

  const fetchedAtMs = await readDatabaseClock(services.pool);
  const balance = await routing.refundBalance(target.transactionId);
  if (balance.kind !== "answered") {
    const isMissing = balance.kind === "refused" && balance.refusal.kind === "not_found";
    if (!isMissing) return { kind: "service_error", serviceError: serviceErrorOf(balance) };
    // The operation may have been withdrawn since: without a balance nothing is calculated until that is known.
    const record = await readRecord(services, target);
    return record.kind === "refundable"
      ? { kind: "service_error", serviceError: { kind: "unavailable" } }
      : record;
  }

  const reported = balance.value;
  if (reported.merchant_transaction_id !== target.reference) return { kind: "not_refundable", status: null };
  if (!statusAllows(reported.transaction_status, "refund_payment")) {
    return { kind: "not_refundable", status: reported.transaction_status };
  }
  return {
    kind: "refundable",
    currency: reported.currency,
    isTest: reported.test === true,
    paidPaise: paiseOf(reported.transaction_amount),
    gateway: gatewayOf(reported.gateway),
    alert: readOpenAlert(reported.alert),
    service: {
      refundedPaise: paiseOf(reported.refunded_amount),
      inProgressPaise: paiseOf(reported.in_progress_amount),
      remainingPaise: paiseOf(reported.remaining_amount),
      fetchedAtMs,
    },
  };
}

/**
 * Reads the transaction status, which every service has; it describes the payment but not its refunds (specification
 * 4.2).
 */
async function readRecord({ routing }: Services, target: Target): Promise<RefundableReading> {
  const response = await routing.transactionStatus(target.reference);
  if (response.kind !== "answered") {
    const isMissing = response.kind === "refused" && response.refusal.kind === "not_found";
    return isMissing
      ? { kind: "not_refundable", status: null }
      : { kind: "service_error", serviceError: serviceErrorOf(response) };
  }
  const record = response.value.find((one) => one.transaction_id === target.transactionId);
  if (record === undefined || !statusAllows(record.transaction_status, "refund_payment")) {
    return { kind: "not_refundable", status: record?.transaction_status ?? null };
  }
  const paidPaise = paiseOf(record.transaction_amount);
  const { currency, test } = record;
  return {
    kind: "refundable",
    currency,
    isTest: test === true,
    paidPaise,
    gateway: null,
    alert: null,
    service: null,
  };
}

const MAX_GATEWAY = 100;

/** A name that can be stored: it comes from another system. */
const gatewayOf = (name: string | null): string | null =>
  name !== null && name !== "" && name.length <= MAX_GATEWAY && isStorableText(name) ? name : null;
