import type { Books } from "./books";

/** Refunds and reversals: each was requested, each exists once at the gateway, and their sum is never too high. */
export function checkMoney({ reported, service, gateway, desk }: Books): string[] {
  const anomalies: string[] = [];
  const report = (text: string): void => void anomalies.push(text);
  const refunds = new Map(service.refunds.map((refund) => [refund.id, refund]));

  for (const payment of service.payments) {
    const held = service.refunds.filter(
      ({ paymentId, status }) => paymentId === payment.id && status !== "FAILURE",
    );
    const refundedPaise = sum(held);
    if (refundedPaise > payment.amountPaise) {
      report(`${payment.id}: ${refundedPaise} paise refunded of ${payment.amountPaise}`);
    }
    if (held.length > 0 && payment.status !== "SUCCESS")
      report(`${payment.id}: refunded while ${payment.status}`);
    checkLateMoney(payment, { service, gateway }, report);
    // A late charge is returned as a reversal, in addition to the refunds.
    const returnedPaise = sum(
      gateway.refunds.filter(
        ({ transactionId, outcome }) =>
          transactionId === payment.gatewayTransactionId && outcome === "SUCCESS",
      ),
    );
    if (returnedPaise > payment.amountPaise) {
      report(`${payment.id}: the gateway returned ${returnedPaise} paise of ${payment.amountPaise}`);
    }
  }

  const owners = new Map<string, string[]>();
  const own = (refundId: string, owner: string): void =>
    void owners.set(refundId, [...(owners.get(refundId) ?? []), owner]);
  for (const { key, outcome, transactionId, amountPaise } of reported.refunds) {
    if (outcome.kind === "open") report(`${key}: a refund that was never answered`);
    if (outcome.kind !== "accepted") continue;
    own(outcome.refundId, key);
    const refund = refunds.get(outcome.refundId);
    if (refund === undefined) report(`${outcome.refundId}: accepted, and lost`);
    else if (refund.paymentId !== transactionId || refund.amountPaise !== amountPaise) {
      report(`${outcome.refundId}: accepted as another refund than requested`);
    }
  }
  for (const { id, refundId } of desk.intents) if (refundId !== null) own(refundId, id);
  for (const refund of service.refunds) {
    const claimants = owners.get(refund.id) ?? [];
    if (claimants.length === 0) report(`${refund.id}: a refund that was reported to nobody`);
    if (claimants.length > 1) report(`${refund.id}: one refund for ${claimants.join(" and ")}`);
    if (refund.status !== "SUCCESS" && refund.status !== "FAILURE") {
      report(`${refund.id}: it has not ended; it is ${refund.status}`);
    }
  }
  checkGateway({ service, gateway }, report);
  return anomalies;
}

/** The charge of a payment that had already ended must be reversed (decision 0004). */
function checkLateMoney(
  payment: Books["service"]["payments"][number],
  { service, gateway }: Pick<Books, "service" | "gateway">,
  report: (text: string) => void,
): void {
  if (payment.status !== "CANCELLED" && payment.status !== "DROP") return;
  const charge = gateway.charges.find(({ checkoutId }) => checkoutId === payment.checkoutId);
  if (charge?.outcome !== "SUCCESS") return;
  const back = service.reversals.filter(({ paymentId }) => paymentId === payment.id);
  if (back.length !== 1 || back[0]?.status !== "SUCCESS" || back[0].amountPaise !== charge.amountPaise) {
    report(`${payment.id}: paid while ${payment.status}, and the money was not sent back`);
  }
}

/** Each refund and reversal exists once at the gateway, with the same amount and the same final status. */
function checkGateway(
  { service, gateway }: Pick<Books, "service" | "gateway">,
  report: (text: string) => void,
): void {
  const sent = new Map(gateway.refunds.map((refund) => [refund.idempotencyKey, refund]));
  for (const { merchantId, id, amountPaise, status } of [...service.refunds, ...service.reversals]) {
    const key = `${merchantId}:${id}`;
    const record = sent.get(key);
    sent.delete(key);
    if (record === undefined) report(`${id}: ${status}, and the gateway has never heard of it`);
    else if (record.amountPaise !== amountPaise) report(`${id}: another amount at the gateway`);
    else if (record.outcome !== status) report(`${id}: ${status} here and ${record.outcome} at the gateway`);
  }
  for (const key of sent.keys()) report(`${key}: the gateway refunded what nobody requested`);
}

function sum(amounts: readonly { amountPaise: bigint }[]): bigint {
  return amounts.reduce((total, { amountPaise }) => total + amountPaise, 0n);
}
