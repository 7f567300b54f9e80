import type { BulkFault, BulkKind } from "@/lib/bulk";
import { statusAllows } from "@/lib/can";
import type { PaymentStatus } from "@/lib/contract/statuses";
import type { OpenAlert } from "@/lib/contract/payment-alerts";
import { formatPaise, paiseOf } from "@/lib/money";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { ServiceError } from "@/lib/service-error";
import { parseTypedAmount } from "@/lib/typed-amount";
import { isImpossiblePart } from "@/lib/whole-currencies";
import { readRecords } from "../../payments";
import { presentPayments } from "../../payments/domain";
import { balanceOf, isOpen, type OutsideRefunds } from "../../refunds/domain";
import { serviceErrorOf } from "../../routing-client/call-result";
import type { Services } from "../../runtime";
import { notFound } from "../domain/not-found";
import type { BulkRow } from "../store/bulk-rows";
import { findMeantReference } from "./find-meant-reference";
import { listIntentsOfPayment, readLedger, sumManualRefundsOfEach } from "../../refunds/store";
import { askAboutFailedRefunds, readRefundable } from "../../refunds";

export type BulkRowEvaluation =
  /** `reference`: the payment's, when the row's own has signs around it. */
  | {
      kind: "ready";
      payment: PaymentView;
      amountPaise: bigint;
      leftPaise: bigint | null;
      outside: OutsideRefunds | null;
      /** Whether the payment's money may be gone. */
      alert: OpenAlert | null;
      reference?: string;
    }
  | {
      kind: "problem";
      payment: PaymentView | null;
      fault: BulkFault;
      outside?: OutsideRefunds | null;
      alert?: OpenAlert | null;
      reference?: string;
    }
  | { kind: "service_error"; serviceError: ServiceError };

/** Compares one row with the service as it is now: the payment exists, its status fits, and the balance suffices. */
export async function evaluateBulkRow(
  services: Services,
  kind: BulkKind,
  row: BulkRow,
): Promise<BulkRowEvaluation> {
  const status = await readRecords(services, row.reference);
  if (status.kind !== "answered") {
    const isMissing = status.kind === "refused" && status.refusal.kind === "not_found";
    return isMissing
      ? evaluateMeant(services, kind, row)
      : { kind: "service_error", serviceError: serviceErrorOf(status) };
  }
  return evaluateFound(services, kind, row, presentPayments(status.value));
}

async function evaluateMeant(services: Services, kind: BulkKind, row: BulkRow): Promise<BulkRowEvaluation> {
  const meant = await findMeantReference(services, row.reference);
  switch (meant.kind) {
    case "found": {
      const { reference } = meant;
      const payments = presentPayments(meant.records);
      const evaluation = await evaluateFound(services, kind, { ...row, reference }, payments);
      return evaluation.kind === "service_error" ? evaluation : { ...evaluation, reference };
    }
    case "suggested":
      return {
        kind: "problem",
        payment: null,
        fault: { kind: "not_found", suggested: meant.reference },
      };
    case "none":
      return { kind: "problem", payment: null, fault: notFound(row.reference) };
    case "service_error":
      return meant;
  }
}

async function evaluateFound(
  services: Services,
  kind: BulkKind,
  row: BulkRow,
  payments: readonly PaymentView[],
): Promise<BulkRowEvaluation> {
  switch (kind) {
    case "refund":
      return evaluateRefund(services, row, payments);
    case "cancel":
      return evaluateCancel(row, payments);
    case "lookup":
      return { kind: "problem", payment: null, fault: { kind: "conflict" } };
  }
}

async function evaluateRefund(
  services: Services,
  row: BulkRow,
  payments: readonly PaymentView[],
): Promise<BulkRowEvaluation> {
  const { amountPaise } = row;
  const candidates = candidatesOf(row, payments);
  const paid = candidates.filter((payment) => statusAllows(payment.status, "refund_payment"));
  const [payment, ...others] = paid;
  if (payment === undefined)
    return { kind: "problem", payment: candidates[0] ?? null, fault: whyNone(candidates) };
  if (others.length > 0) return { kind: "problem", payment: null, fault: { kind: "several_paid" } };
  const { currency } = payment;
  // The row's own text, because the payment's currency decides what a sign or a comma in it means.
  const typed =
    row.amountText === null || amountPaise === null ? null : parseTypedAmount(row.amountText, currency);
  if (typed?.ok === false) {
    const kind = typed.error === "two_readings" ? "two_readings" : "other_currency";
    return { kind: "problem", payment, fault: { kind, currency } };
  }

  const reading = await readRefundable(services, payment);
  switch (reading.kind) {
    case "service_error":
      return reading;
    case "not_refundable":
      return { kind: "problem", payment, fault: statusFault(reading.status) };
    case "refundable":
      break;
  }
  const { transactionId } = payment;
  const asked = await askAboutFailedRefunds(services, transactionId);
  if (asked.kind === "service_error") return asked;
  const [intents, reported, manual] = await Promise.all([
    listIntentsOfPayment(services.pool, transactionId),
    readLedger(services.pool, transactionId),
    sumManualRefundsOfEach(services.pool, [transactionId]),
  ]);
  if (intents.some(isOpen)) return { kind: "problem", payment, fault: { kind: "refund_open" } };
  if (amountPaise === null) return { kind: "problem", payment, fault: { kind: "bad_amount" } };
  // What approvals, other runs and refund requests reserve is compared for all rows of the run together.
  const manualPaise = manual.get(transactionId) ?? 0n;
  const holds = { intents, awaitingPaise: 0n, approvedPaise: 0n, manualPaise, requestedPaise: 0n };
  const { alert } = reading;
  const { leftPaise, outside } = balanceOf({ ...reading, reported, holds });
  if (amountPaise > leftPaise) {
    const fault = { kind: "exceeds", left: formatPaise(leftPaise), currency } as const;
    return { kind: "problem", payment, fault, outside, alert };
  }
  if (isImpossiblePart(amountPaise, leftPaise, currency)) {
    return { kind: "problem", payment, fault: { kind: "bad_amount", currency } };
  }
  return { kind: "ready", payment, amountPaise, leftPaise, outside, alert };
}

function evaluateCancel(row: BulkRow, payments: readonly PaymentView[]): BulkRowEvaluation {
  const candidates = candidatesOf(row, payments);
  const payment = row.transactionId === null ? payments.find((one) => one.isLatest) : candidates[0];
  if (payment === undefined) return { kind: "problem", payment: null, fault: whyNone(candidates) };
  if (!payment.isLatest) return { kind: "problem", payment, fault: { kind: "not_latest" } };
  if (!statusAllows(payment.status, "cancel_payment")) {
    return { kind: "problem", payment, fault: { kind: "status", status: payment.status } };
  }
  const amountPaise = paiseOf(payment.amount);
  return { kind: "ready", payment, amountPaise, leftPaise: null, outside: null, alert: null };
}

function candidatesOf(row: BulkRow, payments: readonly PaymentView[]): PaymentView[] {
  return payments.filter(
    (payment) => row.transactionId === null || payment.transactionId === row.transactionId,
  );
}

function whyNone([payment]: readonly PaymentView[]): BulkFault {
  return statusFault(payment?.status ?? null);
}

function statusFault(status: PaymentStatus | null): BulkFault {
  return status === null ? { kind: "other_reference" } : { kind: "status", status };
}
