import type { CustomerView } from "@/lib/payments/customer-view";
import { parseAmount } from "@/lib/money";
import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { mapLimited } from "@/server/platform/map-limited";
import type { Ctx } from "../../context";
import { balanceOf, presentBalance, presentIntent } from "../../refunds/domain";
import { listIntentsOfPayment, listOpenIntentsOf, readLedger } from "../../refunds/store";
import { customerCounts, customerTotals, type SummedPayment } from "../domain/customer-totals";
import { presentLastSeen, presentSeenItem } from "../domain/seen-payment";
import { listSeenContacts } from "../store/seen-contacts";
import type { SeenCustomer } from "../store/seen-customers";
import { findSeenReferences, listSeenOf } from "../store/seen-payments";
import { findExactly } from "./find-payments";
import { lessManualRefundsOf } from "./less-manual-refunds";

/** Each costs a call of the service. A customer rarely has more. */
const MAX_REFERENCES = 50;
/** A service may list any number of attempts of a reference. */
const MAX_PAYMENTS = 600;
/** A few at once: the service limits the requests of a key. */
const AT_ONCE = 4;

/**
 * The customer's payments that were created in this dashboard, for a service without the operations extension (decision
 * 0329). A payment of which the service gives no answer is shown as it was last seen, with the time.
 */
export async function viewSeenCustomer(ctx: Ctx, customer: SeenCustomer): Promise<CustomerView> {
  const { serviceAddress } = ctx.routing;
  const hashes = await listSeenContacts(ctx.pool, serviceAddress, customer.reference);
  const by = { kind: "contact", hashes } as const;
  const { references, isMore } = await findSeenReferences(ctx.pool, serviceAddress, by, MAX_REFERENCES);
  const found = await mapLimited(references, AT_ONCE, (reference) => paymentsOf(ctx, reference));
  const all = found.flat().sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  const payments = all.slice(0, MAX_PAYMENTS);
  const ids = payments.map(({ transactionId }) => transactionId);
  const [refunded, intents] = await Promise.all([
    mapLimited(payments, AT_ONCE, (payment) => withRefunds(ctx, payment)),
    listOpenIntentsOf(ctx.pool, ids),
  ]);
  const summed = await lessManualRefundsOf(ctx, refunded);
  return {
    kind: "found",
    transactionId: customer.transactionId,
    masked: null,
    payments: payments.map((payment, index) => withAmounts(payment, summed[index])),
    isTruncated: isMore || all.length > payments.length,
    ...customerTotals(summed),
    counts: customerCounts(summed),
    openRefunds: intents.map(presentIntent),
    isSeenOnly: true,
  };
}

/** Of a reference; none when the service says that it has none. */
async function paymentsOf(ctx: Ctx, reference: string): Promise<PaymentListItem[]> {
  const lookup = await findExactly(ctx, reference);
  switch (lookup.kind) {
    case "found":
      return lookup.payments.map(presentSeenItem);
    case "trouble":
      return (await listSeenOf(ctx.pool, ctx.routing.serviceAddress, reference)).map(presentLastSeen);
    case "not_found":
    case "invalid":
      return [];
  }
}

/** With the refunds made in this dashboard: the specification's answers say nothing of others. */
async function withRefunds(
  ctx: Ctx,
  payment: PaymentListItem,
): Promise<Omit<SummedPayment, "manual_refund_amount">> {
  const { transactionId, amount, currency, status, isTest } = payment;
  const record = {
    transaction_id: transactionId,
    transaction_amount: amount,
    transaction_status: status,
    currency,
    test: isTest,
  };
  const paid = parseAmount(amount);
  if (status !== "SUCCESS" || !paid.ok)
    return { ...record, refunded_amount: "0.00", in_progress_amount: "0.00", remaining_amount: "0.00" };
  const [intents, reported] = await Promise.all([
    listIntentsOfPayment(ctx.pool, transactionId),
    readLedger(ctx.pool, transactionId),
  ]);
  // Manual refunds are summed apart, and what approvals and requests reserve is not refunded yet.
  const holds = { intents, awaitingPaise: 0n, approvedPaise: 0n, manualPaise: 0n, requestedPaise: 0n };
  const balance = presentBalance(
    balanceOf({ paidPaise: paid.value, service: null, reported, holds, at: ctx.clock.now() }),
  );
  return {
    ...record,
    refunded_amount: balance.refunded,
    in_progress_amount: balance.inProgress,
    remaining_amount: balance.left,
  };
}

function withAmounts(payment: PaymentListItem, summed: SummedPayment | undefined): PaymentListItem {
  const shown = (amount = "0.00"): string | null => (amount === "0.00" ? null : amount);
  return {
    ...payment,
    refunded: shown(summed?.refunded_amount),
    inProgress: shown(summed?.in_progress_amount),
    manual: shown(summed?.manual_refund_amount),
  };
}
