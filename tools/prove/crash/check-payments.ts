import type { Books, ServicePayment } from "./books";
import { groupBy } from "../stack/group-by";

/** Payments: the responses match the stored statuses, and the service knows every charge of the gateway. */
export function checkPayments({ reported, service, gateway }: Books): string[] {
  const anomalies: string[] = [];
  const report = (text: string): void => void anomalies.push(text);
  const byId = new Map(service.payments.map((payment) => [payment.id, payment]));
  const byReference = groupBy(service.payments, ({ reference }) => reference);

  for (const { reference, amountPaise, outcome } of reported.creations) {
    const records = byReference.get(reference) ?? [];
    byReference.delete(reference);
    // A process that dies before the link is issued leaves a record that ends as FAILURE, and the retry creates another
    // (decision 0029).
    const usable = records.filter(({ status, hasLink }) => hasLink || status !== "FAILURE");
    if (usable.length > 1) report(`${reference}: ${usable.length} records that can be paid`);
    for (const record of records) {
      if (record.amountPaise !== amountPaise) report(`${reference}: recorded over another amount`);
    }
    if (outcome.kind === "open") report(`${reference}: its creation was never answered`);
    if (outcome.kind === "created" && usable[0]?.id !== outcome.transactionId) {
      report(`${reference}: reported as ${outcome.transactionId}, and that is not its record`);
    }
  }
  for (const reference of byReference.keys()) report(`${reference}: a payment that nobody requested`);

  for (const { transactionId, status } of reported.states) {
    const is = byId.get(transactionId)?.status;
    if (is !== status) report(`${transactionId}: reported as ${status}, and is ${is ?? "gone"}`);
  }

  const charges = new Map(gateway.charges.map((charge) => [charge.checkoutId, charge]));
  for (const payment of service.payments) {
    const charge = payment.checkoutId === null ? undefined : charges.get(payment.checkoutId);
    if (payment.checkoutId !== null) charges.delete(payment.checkoutId);
    checkCharge(payment, charge?.outcome, report);
    if (charge !== undefined && charge.amountPaise !== payment.amountPaise) {
      report(`${payment.id}: charged over another amount`);
    }
  }
  for (const checkoutId of charges.keys()) report(`${checkoutId}: a charge without a payment`);
  return anomalies;
}

function checkCharge(
  payment: ServicePayment,
  charge: string | undefined,
  report: (text: string) => void,
): void {
  if (payment.status === "SUCCESS" && charge !== "SUCCESS") {
    report(`${payment.id}: SUCCESS without a charge at the gateway`);
  }
  if (charge === "SUCCESS" && (payment.status === "INITIATED" || payment.status === "FAILURE")) {
    report(`${payment.id}: the customer has paid, and it is ${payment.status}`);
  }
}
