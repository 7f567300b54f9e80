import type { PaymentMethod, PaymentStatus } from "@/lib/contract/statuses";
import { isExpired, type Payment } from "../../domain/payments/payment";
import { isTest } from "../../domain/payments/test-payment";
import { askForPoll } from "../../store/payments/due-polls";
import { findPaymentOfCheckout } from "../../store/payments/payments";
import { hasReversal } from "../../store/refunds/reversal-search";
import type { Deps } from "../deps";
import { isGatewayOff, offeredMethods } from "./offered-methods";
import { isRetryOpen } from "../payments/closed-link";

/** The unguessable part of a payment link: `<merchant>-<token>`. */
export type CheckoutKey = { merchantId: number; token: string };

export type CheckoutView = {
  payment: Payment;
  merchantName: string;
  stage: CheckoutStage;
  isRetryOffered: boolean;
  /** A test payment; its pages say that no money moves. */
  isTest: boolean;
};

/** The state of a checkout as the customer sees it. */
export type CheckoutStage =
  /** The gateway is still being initialised, or is not configured in this process. */
  | { kind: "preparing" }
  /** The customer chooses on the service's own page (decision 0038). */
  | { kind: "choosing"; methods: readonly PaymentMethod[] }
  /** The customer pays on the vendor's page. */
  | { kind: "elsewhere"; url: string }
  /** The gateway is off: the customer can leave but not pay. */
  | { kind: "closed" }
  /** Past its lifetime but not ended yet, because viewing changes nothing. */
  | { kind: "expired" }
  | {
      kind: "ended";
      status: Exclude<PaymentStatus, "INITIATED">;
      hasExpired: boolean;
      /** The customer was charged anyway, and a reversal is pending or done (decision 0004). */
      isReversed: boolean;
    };

const LINK = /^([1-9][0-9]{0,8})-([A-Za-z0-9_-]{24})$/;

export function parseCheckoutKey(segment: string): CheckoutKey | null {
  const match = LINK.exec(segment);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { merchantId: parseInt(match[1], 10), token: match[2] };
}

/** The view of a payment link: its latest attempt. Null for an unknown link. Changes nothing. */
export async function viewCheckout(deps: Deps, key: CheckoutKey): Promise<CheckoutView | null> {
  const payment = await findPaymentOfCheckout(deps.pool, key.merchantId, key.token);
  if (payment === null) return null;
  const stage = await stageOf(deps, payment);
  const status = stage.kind === "expired" ? "DROP" : payment.status;
  return {
    payment,
    merchantName: await deps.merchantNames.of(deps.pool, key.merchantId),
    stage,
    isRetryOffered: await isRetryOpen(deps.pool, { ...payment, status }, deps.clock.now()),
    isTest: isTest(payment),
  };
}

async function stageOf(deps: Deps, payment: Payment): Promise<CheckoutStage> {
  if (payment.status !== "INITIATED") {
    const { status, completedAt, expiresAt } = payment;
    const isReversed = status !== "SUCCESS" && (await hasReversal(deps.pool, payment.merchantId, payment.id));
    return {
      kind: "ended",
      status,
      hasExpired: completedAt !== null && completedAt >= expiresAt,
      isReversed,
    };
  }
  if (payment.linkIssuedAt === null) return { kind: "preparing" };
  if (isExpired(payment, deps.clock.now())) return { kind: "expired" };
  if (isGatewayOff(deps, payment)) return { kind: "closed" };
  if (payment.gatewayCheckoutUrl !== null) return { kind: "elsewhere", url: payment.gatewayCheckoutUrl };
  const methods = offeredMethods(deps, payment);
  return methods.length === 0 ? { kind: "preparing" } : { kind: "choosing", methods };
}

/** Long enough that a customer who keeps reloading does not overload the gateway. */
const RETURNED_POLL_MS = 1_000;

/**
 * The view of a payment link for a customer who returns from paying. Schedules a lookup when the gateway may already
 * know the outcome, and waits briefly for it (decision 0038); the view itself changes nothing. `isAwaited`: the outcome
 * is still unknown.
 */
export async function viewReturned(
  deps: Deps,
  key: CheckoutKey,
): Promise<(CheckoutView & { isAwaited: boolean }) | null> {
  const view = await viewCheckout(deps, key);
  if (view === null) return null;
  if (!isAwaited(view.payment)) return { ...view, isAwaited: false };
  await askForPoll(deps.pool, view.payment, RETURNED_POLL_MS);
  await deps.outcomeWait.until(async () => {
    const latest = await findPaymentOfCheckout(deps.pool, key.merchantId, key.token);
    return latest === null || !isAwaited(latest);
  });
  const now = await viewCheckout(deps, key);
  return now === null ? null : { ...now, isAwaited: isAwaited(now.payment) };
}

function isAwaited({ status, polledUntil }: Payment): boolean {
  return status === "INITIATED" && polledUntil !== null;
}
