import { readDatabaseClock } from "@/server/platform/database-clock";
import { readOpenAlert } from "@/lib/contract/payment-alerts";
import type { OpsResult } from "@/lib/contract/ops";
import { kindName } from "@/lib/payments/kind-name";
import type { PaymentDetailLookup, PaymentDetailView, PaymentMore } from "@/lib/payments/payment-detail-view";
import { formatPaise, paiseOf } from "@/lib/money";
import type { PaymentStateView } from "@/lib/payments/payment-state";
import type { PaidAttempt, PaymentView } from "@/lib/payments/payment-view";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { maskContact } from "@/lib/payments/mask-contact";
import { presentPayments } from "../domain/payment";
import {
  presentDecision,
  presentRefunds,
  presentReversals,
  refundsOfIntents,
} from "../domain/payment-detail";
import { failureOf } from "../domain/failure-reason";
import { timelineOf } from "../domain/payment-timeline";
import { withDashboardEvents } from "../domain/dashboard-timeline";
import { type ServicePayment, stateOf } from "../domain/payment-item";
import { identifierFault } from "../domain/reference";
import { balanceOf, presentBalance, isOpen, presentIntent, type RefundIntent } from "../../refunds/domain";
import { presentLink } from "../../qr-code";
import { serviceErrorOf } from "../../routing-client/call-result";
import { listRequestEventsOfPayment, type PaymentRequestEvent } from "../../requests/store";
import { type ManualRefund, presentManualRefund } from "../../manual-refunds/domain";
import { listManualRefundsOf } from "../../manual-refunds/store";
import { readReservations } from "../../refunds";
import { findKnownReference } from "../store/known-references";
import { listSeenContacts } from "../store/seen-contacts";
import { statedByLedger } from "./refunds-made-here";
import { rememberPayments } from "./remember-payments";
import { withOwnAmountsOf } from "./with-own-amounts";
import { readLedger } from "../../refunds/store";

/**
 * `reference` is what a service without `payments.get` needs for the lookup; null when the URL has none: then it is the one
 * under which this dashboard has seen the payment.
 */
type PaymentTarget = { transactionId: string; reference: string | null };

/**
 * One payment in full. The customer's contact is masked here, on the server: a contact that was not revealed is in no
 * response to the browser. Throws ForbiddenError.
 */
export async function viewPayment(ctx: Ctx, target: PaymentTarget): Promise<PaymentDetailLookup> {
  const { transactionId, reference } = target;
  await requirePermission(ctx, "view_payments", { kind: "payment", id: transactionId });
  const now = (): string => ctx.clock.now().toISOString();
  if (identifierFault(transactionId, "transaction id") !== null) {
    return { kind: "not_found", transactionId, checkedAt: now() };
  }
  const { offers, isKnown } = await ctx.routing.capabilities();
  if (offers("payments.get")) return viewWhole(ctx, transactionId);
  if (!isKnown && reference === null) {
    return { kind: "service_error", transactionId, serviceError: { kind: "unavailable" }, checkedAt: now() };
  }
  const { serviceAddress } = ctx.routing;
  const known = reference ?? (await findKnownReference(ctx.pool, { serviceAddress, transactionId }));
  if (known === null || identifierFault(known, "merchant reference") !== null) {
    return { kind: "needs_reference", transactionId, checkedAt: now() };
  }
  return viewByReference(ctx, transactionId, known);
}

async function viewWhole(ctx: Ctx, transactionId: string): Promise<PaymentDetailLookup> {
  // The clock is read before the request: a refund accepted meanwhile must not be assumed to be included.
  const fetchedAtMs = await readDatabaseClock(ctx.pool);
  const response = await ctx.routing.ops("payments.get", { transaction_id: transactionId });
  const checkedAt = ctx.clock.now().toISOString();
  if (response.kind !== "answered") {
    const isMissing = response.kind === "refused" && response.refusal.kind === "not_found";
    if (isMissing) return { kind: "not_found", transactionId, checkedAt };
    return { kind: "service_error", transactionId, serviceError: serviceErrorOf(response), checkedAt };
  }
  const result = response.value;
  const [holds, manual, requests] = await Promise.all([
    readReservations(ctx.pool, transactionId),
    listManualRefundsOf(ctx.pool, transactionId),
    listRequestEventsOfPayment(ctx.pool, { serviceAddress: ctx.routing.serviceAddress, transactionId }),
  ]);
  const { balance } = result;
  const own = { ...result.payment, alert: balance.alert };
  const [stated, ...records] = await withStates(ctx, [own, ...result.attempts]);
  const base = await baseOf(ctx, { records, own: stated, intents: holds.intents });
  const isPaid = base.payment.status === "SUCCESS";
  const service = {
    refundedPaise: paiseOf(balance.refunded_amount),
    inProgressPaise: paiseOf(balance.in_progress_amount),
    remainingPaise: paiseOf(balance.remaining_amount),
    fetchedAtMs,
  };
  const detail: PaymentDetailView = {
    ...base,
    balance: isPaid
      ? presentBalance(
          balanceOf({
            paidPaise: paiseOf(base.payment.amount),
            service,
            reported: null,
            holds,
          }),
        )
      : null,
    alert: isPaid ? readOpenAlert(balance.alert) : null,
    awaitingApproval: awaitingOf(holds),
    refunds: presentRefunds(result.refunds, holds.intents),
    manualRefunds: manual.map((refund) => presentManualRefund(refund, ctx.actor.userId)),
    failure: failureOf(base.payment.status, result),
    more: presentMore(result, { requests, manual }),
    isCustomerKnown: result.customer.email !== null || result.customer.phone !== null,
  };
  return { kind: "found", transactionId, detail, checkedAt };
}

/** Reads the five endpoints of the specification, and our own ledger. */
async function viewByReference(
  ctx: Ctx,
  transactionId: string,
  reference: string,
): Promise<PaymentDetailLookup> {
  const askedAt = ctx.clock.now();
  const response = await ctx.routing.transactionStatus(reference);
  const checkedAt = ctx.clock.now().toISOString();
  if (response.kind !== "answered") {
    const isMissing = response.kind === "refused" && response.refusal.kind === "not_found";
    if (isMissing) return { kind: "not_found", transactionId, checkedAt };
    return { kind: "service_error", transactionId, serviceError: serviceErrorOf(response), checkedAt };
  }
  const own = response.value.find((record) => record.transaction_id === transactionId);
  if (own === undefined) return { kind: "not_found", transactionId, checkedAt };
  const { serviceAddress } = ctx.routing;
  const [holds, manual, reported, contacts] = await Promise.all([
    readReservations(ctx.pool, transactionId),
    listManualRefundsOf(ctx.pool, transactionId),
    readLedger(ctx.pool, transactionId),
    listSeenContacts(ctx.pool, serviceAddress, own.merchant_transaction_id),
    rememberPayments(ctx, response.value, askedAt),
  ]);
  const [stated, ...records] = await statedByLedger(ctx, [
    ...presentPayments([own]),
    ...presentPayments(response.value),
  ]);
  const base = await baseOf(ctx, { records, own: stated, intents: holds.intents });
  const isPaid = base.payment.status === "SUCCESS";
  const detail: PaymentDetailView = {
    ...base,
    balance: isPaid
      ? presentBalance(
          balanceOf({
            paidPaise: paiseOf(own.transaction_amount),
            service: null,
            reported,
            holds,
          }),
        )
      : null,
    alert: null,
    awaitingApproval: awaitingOf(holds),
    refunds: refundsOfIntents(holds.intents),
    manualRefunds: manual.map((refund) => presentManualRefund(refund, ctx.actor.userId)),
    failure: failureOf(base.payment.status, null),
    more: null,
    isCustomerKnown: contacts.length > 0,
  };
  return { kind: "found", transactionId, detail, checkedAt };
}

function awaitingOf({ awaitingPaise }: { awaitingPaise: bigint }): string | null {
  return awaitingPaise > 0n ? formatPaise(awaitingPaise) : null;
}

type StatedView = PaymentView & { state: PaymentStateView };

/** The record itself first, then all of its reference. */
async function withStates(ctx: Ctx, payments: readonly ServicePayment[]): Promise<StatedView[]> {
  const known = await withOwnAmountsOf(ctx, payments);
  const now = ctx.clock.now();
  const views = [...presentPayments(payments.slice(0, 1)), ...presentPayments(payments.slice(1))];
  return views.flatMap((view, index) => {
    const payment = known[index];
    return payment === undefined ? [] : [{ ...view, gateway: payment.gateway, state: stateOf(payment, now) }];
  });
}

/** The record itself, and the others of its reference. A truncated list may lack the requested record. */
async function baseOf(
  ctx: Ctx,
  facts: { records: readonly StatedView[]; own: StatedView | undefined; intents: readonly RefundIntent[] },
): Promise<Pick<PaymentDetailView, "payment" | "state" | "records" | "openIntents">> {
  const { records, own, intents } = facts;
  if (own === undefined) throw new Error("one record became none");
  const listed = records.find((view) => view.transactionId === own.transactionId);
  // The record's status was read twice; the newer one is from its own lookup.
  const otherPaid = await paidBeside(ctx, own, records);
  const payment = { ...own, isLatest: listed?.isLatest ?? false, otherPaid };
  const openIntents = intents.filter(isOpen).map(presentIntent);
  return { payment, state: own.state, records: [...records], openIntents };
}

function paidBeside(ctx: Ctx, own: StatedView, records: readonly StatedView[]): Promise<PaidAttempt[]> {
  const paid = records.filter(
    ({ transactionId, status }) => transactionId !== own.transactionId && status === "SUCCESS",
  );
  return Promise.all(
    paid.map(async ({ transactionId, amount, currency, state }) => {
      const holds = await readReservations(ctx.pool, transactionId);
      const waitingPaise = holds.awaitingPaise + holds.approvedPaise + holds.requestedPaise;
      const isRefundWaiting = waitingPaise > 0n || holds.intents.some(isOpen);
      return { transactionId, amount, currency, state, isRefundWaiting };
    }),
  );
}

function presentMore(
  result: OpsResult<"payments.get">,
  inDashboard: { requests: readonly PaymentRequestEvent[]; manual: readonly ManualRefund[] },
): PaymentMore {
  const { payment } = result;
  return {
    attempt: payment.attempt,
    gateway: payment.gateway,
    requestedMethod: payment.payment_method,
    paidMethod: payment.paid_method,
    cardScheme: payment.card_scheme && kindName("scheme", payment.card_scheme),
    issuingBank: payment.issuing_bank && kindName("bank", payment.issuing_bank),
    expiresAt: new Date(payment.expires_at).toISOString(),
    completedAt: payment.completed_at === null ? null : new Date(payment.completed_at).toISOString(),
    surl: result.surl,
    furl: result.furl,
    link: result.payment_link === null ? null : presentLink(result.payment_link),
    maskedContact: maskContact({
      email: result.customer.email,
      phone: result.customer.phone,
      name: result.customer.name,
    }),
    timeline: withDashboardEvents(timelineOf(result), inDashboard),
    reversals: presentReversals(result.reversals),
    decision: presentDecision(result.routing_decision),
  };
}
