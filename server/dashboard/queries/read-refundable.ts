import { statusAllows } from "@/lib/can";
import { parseAmount } from "@/lib/money";
import type { PaymentView, ServiceTrouble } from "@/lib/views";
import { presentPayments } from "../domain/payment";
import type { ServiceBalance } from "../domain/refund-balance";
import { troubleOf } from "../routing-client/answer";
import type { Services } from "../runtime";

/** A paid payment as the service has it now. */
export type Refundable = {
  payment: PaymentView;
  paidPaise: bigint;
  /** Null where the service offers no balance: then the dashboard's own ledger counts. */
  service: ServiceBalance | null;
};

export type RefundableReading =
  | ({ kind: "refundable" } & Refundable)
  | { kind: "not_refundable"; payment: PaymentView | null }
  | { kind: "trouble"; trouble: ServiceTrouble };

/**
 * Reads a payment and its balance from the service, for the refund form and again for the refund itself. The balance is
 * stamped with the time before it was asked for, so that nothing that happened meanwhile is taken for counted.
 */
export async function readRefundable(
  services: Services,
  target: { reference: string; transactionId: string },
): Promise<RefundableReading> {
  const { routing } = services;
  const hasBalance = (await routing.capabilities()).offers("refunds.balance");
  const askedAt = services.clock.now();
  // Together: a form, and each row of a run, waits for one answer's time instead of two.
  const [status, balance] = await Promise.all([
    routing.transactionStatus(target.reference),
    hasBalance ? routing.refundBalance(target.transactionId) : null,
  ]);
  if (status.kind !== "answered") {
    if (status.kind === "refused" && status.refusal.kind === "not_found") {
      return { kind: "not_refundable", payment: null };
    }
    return { kind: "trouble", trouble: troubleOf(status) };
  }

  const payment = presentPayments(status.value).find((view) => view.transactionId === target.transactionId);
  if (payment === undefined || !statusAllows(payment.status, "refund_payment")) {
    return { kind: "not_refundable", payment: payment ?? null };
  }
  const paidPaise = paise(payment.amount);
  if (balance === null) return { kind: "refundable", payment, paidPaise, service: null };
  if (balance.kind !== "answered") return { kind: "trouble", trouble: troubleOf(balance) };
  return {
    kind: "refundable",
    payment,
    paidPaise,
    service: {
      refundedPaise: paise(balance.value.refunded_amount),
      inProgressPaise: paise(balance.value.in_progress_amount),
      remainingPaise: paise(balance.value.remaining_amount),
      askedAt,
    },
  };
}

/** An amount that the contract's schema has let through already. */
function paise(amount: string): bigint {
  const parsed = parseAmount(amount);
  if (!parsed.ok) throw new Error("an amount that passed its schema is not an amount");
  return parsed.value;
}
