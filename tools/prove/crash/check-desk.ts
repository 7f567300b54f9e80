import type { Books } from "./books";

const ENDED = ["ACCEPTED", "REFUSED", "NOT_SENT"];

/** For each response to a form, the states of its intent that agree with it; null means no intent at all. */
const AGREES: Record<string, readonly (string | null)[]> = {
  accepted: ["ACCEPTED"],
  refused: ["REFUSED"],
  unknown: ENDED,
  not_sent: ["NOT_SENT", null],
  exceeds_balance: [null],
  blocked: [null],
  likely_duplicate: [null],
  not_refundable: [null],
};

/** The dashboard's ledger: every intent has its true outcome, and no response contradicts it (failures 3 to 8). */
export function checkDesk({ reported, service, desk }: Books): string[] {
  const anomalies: string[] = [];
  const report = (text: string): void => void anomalies.push(text);
  const refunds = new Map(service.refunds.map((refund) => [refund.id, refund]));
  const intents = new Map(desk.intents.map((intent) => [intent.id, intent]));

  for (const intent of desk.intents) {
    if (!ENDED.includes(intent.state)) report(`intent ${intent.id}: it stayed ${intent.state}`);
    if (!intent.audit.includes("refund_requested"))
      report(`intent ${intent.id}: no audit row of its request`);
    if (ENDED.includes(intent.state) && !intent.audit.includes(`refund_${intent.state.toLowerCase()}`)) {
      report(`intent ${intent.id}: no audit row of how it ended`);
    }
    if (intent.refundId === null) continue;
    const refund = refunds.get(intent.refundId);
    if (refund === undefined) report(`intent ${intent.id}: its refund ${intent.refundId} does not exist`);
    else if (refund.paymentId !== intent.transactionId || refund.amountPaise !== intent.amountPaise) {
      report(`intent ${intent.id}: it took ${intent.refundId} for its own, which is another refund`);
    } else if (refund.status !== intent.refundStatus) {
      report(
        `intent ${intent.id}: it says ${intent.refundStatus ?? "nothing"}, the refund is ${refund.status}`,
      );
    }
  }

  for (const form of reported.forms) {
    const intent = intents.get(form.intentId);
    if (form.kind === null) continue;
    const allowed = AGREES[form.kind];
    if (allowed === undefined)
      report(`form ${form.intentId}: reported as ${form.kind}, which no form should be`);
    else if (!allowed.includes(intent?.state ?? null)) {
      report(
        `form ${form.intentId}: reported as ${form.kind}, and its intent is ${intent?.state ?? "not there"}`,
      );
    }
    if (form.kind === "accepted" && intent?.refundId !== form.refundId) {
      report(`form ${form.intentId}: reported as ${form.refundId ?? "no id"}, and it is another refund`);
    }
  }

  const payments = new Map(service.payments.map((payment) => [payment.id, payment]));
  for (const { id, transactionId, state } of desk.cancellations) {
    if (state === "requested") report(`cancellation ${id}: it never ended`);
    if (state === "cancelled" && payments.get(transactionId)?.status !== "CANCELLED") {
      report(`cancellation ${id}: it says cancelled, and the payment is not`);
    }
  }
  return anomalies;
}
