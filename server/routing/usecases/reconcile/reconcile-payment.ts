import { parseAmount } from "@/lib/money";
import { isChargeMissing, openDisputeOf } from "../../domain/payments/alert";
import type { Payment } from "../../domain/payments/payment";
import { reversalId } from "../../domain/refunds/refund";
import type { ChargedMoney, GatewayPayment } from "../../gateway/port";
import { alertsOfPayment } from "../../store/payments/payment-events";
import { findPlacedRefund, refundTotals } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { applyGatewayPayment } from "../payments/apply-gateway-payment";
import { recordAlert } from "../payments/record-alert";
import { pollWhatMayBeCharged } from "../payments/report-charge";
import { AGREES, type Evaluation } from "./finding";

type Charged = Extract<GatewayPayment, { status: "SUCCESS" }>;

/** Compares a payment with its gateway. Never changes what a person has to decide (decision 0288). */
export async function evaluatePayment(
  deps: Deps,
  payment: Payment,
  there: GatewayPayment,
): Promise<Evaluation> {
  switch (there.status) {
    case "OPEN":
    case "CLOSED":
    case "FAILURE":
      if (payment.status === "SUCCESS") return evaluateMissing(deps, payment, there.status);
      if (payment.status !== "INITIATED" || there.status === "OPEN") return AGREES;
      return { kind: "repairable", problem: "ended_there", repair: () => apply(deps, payment, there) };
    case "SUCCESS":
      return evaluateCharged(deps, payment, there);
  }
}

async function evaluateCharged(deps: Deps, payment: Payment, there: Charged): Promise<Evaluation> {
  const matchesRequest = ({ amountPaise, currency }: ChargedMoney): boolean =>
    amountPaise === payment.amountPaise && currency === payment.currency;
  if (payment.status === "INITIATED") {
    const problem = matchesRequest(there) ? "ended_there" : "other_charge";
    return { kind: "repairable", problem, repair: () => apply(deps, payment, there) };
  }
  const { merchantId, id } = payment;
  const charges = [there, ...(there.otherCharges ?? [])];
  const isOwn = ({ gatewayTransactionId }: ChargedMoney): boolean =>
    payment.status === "SUCCESS" && payment.gatewayTransactionId === gatewayTransactionId;
  // Money that is certainly to be sent back first: what is left to a person may take days.
  for (const charge of charges.filter((each) => !isOwn(each))) {
    const isReversed = async (): Promise<boolean> =>
      (await findPlacedRefund(deps.pool, merchantId, reversalId(id, charge.gatewayTransactionId))) !== null;
    // A reversal is a separate record and is compared separately.
    if (charge.amountPaise === 0n || (await isReversed())) continue;
    const repair = async (): Promise<boolean> => {
      await applyGatewayPayment(deps, payment, there);
      return isReversed();
    };
    return { kind: "repairable", problem: "late_money", repair };
  }
  if (there.mayStillBeCharged === true) await pollWhatMayBeCharged(deps, payment);
  const own = charges.find(isOwn);
  if (own !== undefined) {
    return matchesRequest(own)
      ? evaluatePaid(deps, payment)
      : { kind: "needs_person", problem: "amounts_differ" };
  }
  // All that is there was sent back.
  return payment.status === "SUCCESS" ? evaluateMissing(deps, payment, "CLOSED") : AGREES;
}

/** The gateway has no money for it. A vendor may not list a charge any more that was refunded as a whole. */
async function evaluateMissing(
  deps: Deps,
  payment: Payment,
  there: "OPEN" | "CLOSED" | "FAILURE",
): Promise<Evaluation> {
  if (await isRefunded(deps, payment)) return evaluatePaid(deps, payment);
  const detail = { status: there, gateway_transaction_id: payment.gatewayTransactionId };
  return {
    kind: "needs_person",
    problem: "unpaid_there",
    note: () => recordAlert(deps, payment, { kind: "charge_missing", detail }),
  };
}

/** Both say paid. A dispute is in no status: it was reported (decision 0366). */
async function evaluatePaid(deps: Deps, payment: Payment): Promise<Evaluation> {
  const alerts = await alertsOfPayment(deps.pool, payment.merchantId, payment.id);
  const found = {
    kind: "charge_found",
    detail: { gateway_transaction_id: payment.gatewayTransactionId },
  } as const;
  const note = isChargeMissing(alerts) ? () => recordAlert(deps, payment, found) : undefined;
  const dispute = openDisputeOf(alerts);
  if (dispute === null) return note === undefined ? AGREES : { kind: "agrees", note };
  const amount = parseAmount(dispute.detail["amount"] ?? "");
  const there = {
    status: dispute.alert.toUpperCase(),
    amount: amount.ok ? { paise: amount.value, currency: dispute.detail["currency"] ?? "" } : null,
    gatewayId: dispute.detail["dispute_id"] ?? null,
  };
  return { kind: "needs_person", problem: dispute.alert, there, ...(note === undefined ? {} : { note }) };
}

async function isRefunded(deps: Deps, { merchantId, id, amountPaise }: Payment): Promise<boolean> {
  const { refundedPaise, inProgressPaise } = await refundTotals(deps.pool, merchantId, id);
  return refundedPaise + inProgressPaise >= amountPaise;
}

async function apply(deps: Deps, payment: Payment, there: GatewayPayment): Promise<boolean> {
  await applyGatewayPayment(deps, payment, there);
  return true;
}
