import { err, ok, type Result } from "@/lib/result";
import type { Db } from "@/server/platform/pool";
import { decisionOf } from "../../domain/payments/decision";
import { movePayment, type Payment, type PaymentRequest } from "../../domain/payments/payment";
import type { Routing } from "../../domain/rules/route";
import { pollCheckoutUntil } from "../../domain/payments/poll-until";
import type { InsertPaymentOutcome } from "../../store/payments/insert-payment";
import { lockPayment, saveRoutingDecision } from "../../store/payments/payments";
import { savePaymentMove } from "../../store/payments/save-move";
import { saveLink } from "../../store/payments/save-link";
import { countsAt } from "../../domain/success-rate/outcome-age";
import { addFailures, addSkipped } from "../../store/success-rate/payment-outcomes";
import { inTransaction } from "@/server/platform/transaction";
import type { Deps } from "../deps";
import { countEnd } from "./count-end";
import { type Remember, rememberNothing } from "../idempotency";
import { type CheckoutSearch, openCheckout } from "../checkout/open-checkout";
import type { GatewayState } from "../gateways/gateway-of";
import { firstPoll, scheduleClosing } from "./schedule-poll";

/** Bounds the search for a free id; a merchant creates at most 1,000 payments a second. */
const MAX_ID_ATTEMPTS = 2_000;

/** How far ahead, in milliseconds, a process looks for a free id after several that are in use. */
const MOST_SKIPPED_IDS = 63;

export type AttemptResult =
  | { kind: "opened"; payment: Payment }
  /** Every gateway failed; the record has ended as FAILURE (decision 0031). */
  | { kind: "gateway_failed"; payment: Payment }
  /** No gateway was called because every circuit is open; the record has ended as FAILURE (decision 0031). */
  | { kind: "gateways_skipped"; payment: Payment }
  /** A concurrent change, such as a cancel, moved the record while the gateway was being initialised. */
  | { kind: "changed_meanwhile"; payment: Payment };

/** A concurrent request wrote this attempt first, or the reference belongs to a deleted payment. */
type AttemptRefused = Exclude<InsertPaymentOutcome, "inserted" | "id_in_use">;

/** Writes one attempt of a reference as an INITIATED record that has no link yet. */
export async function writeAttempt(
  deps: Deps,
  merchantId: number,
  request: PaymentRequest,
  place: { attempt: number; checkoutToken: string },
  routing: Routing,
): Promise<Result<Payment, AttemptRefused>> {
  for (let tries = 0; tries < MAX_ID_ATTEMPTS; tries += 1) {
    const createdAt = deps.clock.now();
    // Own fields first: behind a spread, V8 treats each one as a new object shape, at 1 microsecond each.
    const payment: Payment = {
      merchantId,
      id: deps.ids.next("TXN", merchantId, createdAt.getTime()),
      status: "INITIATED",
      gateway: null,
      gatewayAccount: null,
      gatewayCheckoutId: null,
      gatewayCheckoutUrl: null,
      gatewayTransactionId: null,
      paidMethod: null,
      createdAt,
      linkIssuedAt: null,
      expiresAt: new Date(createdAt.getTime() + deps.paymentLifetimeMs),
      completedAt: null,
      failure: null,
      polledUntil: null,
      ...request,
      ...place,
    };
    const outcome = await deps.paymentWrites.insert({ payment, decision: decisionOf(routing, []) });
    if (outcome === "inserted") return ok(payment);
    if (outcome !== "id_in_use") return err(outcome);
    deps.ids.skip("TXN", merchantId, Math.min(2 ** tries - 1, MOST_SKIPPED_IDS));
  }
  throw new Error("no free transaction id was found");
}

/**
 * Opens the checkout of a written attempt and updates the record under its lock: its link is issued, or it ends as
 * FAILURE. `remember` stores the response in the same transaction.
 */
export async function initialiseAttempt(
  deps: Deps,
  payment: Payment,
  routing: Routing,
  state: GatewayState,
  remember: Remember<AttemptResult>,
): Promise<AttemptResult> {
  const search = await openCheckout(deps, payment, routing.matching, state);
  const decision = decisionOf(routing, search.attempts);
  const failedAt = search.attempts.flatMap(({ outcome, gateway }) => (outcome === "failed" ? [gateway] : []));
  const opened = await openedAtOnce();
  if (opened !== null) return opened;
  const result = await inTransaction(deps.pool, async (db: Db): Promise<AttemptResult> => {
    const current = await lockPayment(db, payment.merchantId, payment.id);
    if (current === null) throw new Error(`payment ${payment.id} is missing`);
    const result = await settle(db, current);
    await addFailures(db, payment, failedAt, countsAt(deps.clock.now(), payment));
    await addWhatIsCompared(db);
    await remember(db, result);
    return result;
  });
  if (result.kind === "gateway_failed" || result.kind === "gateways_skipped") countEnd(deps, result.payment);
  return result;

  /**
   * Lost sales that say nothing of a gateway count where rules are compared, by an experiment (decision 0318) or by the gain of
   * success rates (0321): both count first attempts.
   */
  async function addWhatIsCompared(db: Db): Promise<void> {
    const { experiment, shares } = decision;
    if (payment.attempt !== 1 || (experiment === null && shares.length === 0)) return;
    if (search.opened === null && failedAt.length === 0)
      await addSkipped(db, payment, countsAt(deps.clock.now(), payment));
  }

  /**
   * The common case: no concurrent change, and only the link and the poll of a vendor's checkout to write. One statement
   * then does it together with those of other creations, and checks the record under the lock that it takes. Null, with
   * nothing written, when more is to be done.
   */
  async function openedAtOnce(): Promise<AttemptResult | null> {
    const { opened } = search;
    if (opened === null || remember !== rememberNothing || failedAt.length > 0) return null;
    const polledUntil = opened.redirectUrl === null ? null : pollCheckoutUntil(payment);
    const link = linkOf(opened, { linkIssuedAt: deps.clock.now(), polledUntil });
    const { merchantId, id } = payment;
    const poll = polledUntil === null ? null : firstPoll(deps);
    const isSaved = await deps.paymentWrites.saveLinkWhileOpen({ merchantId, id, ...link, decision, poll });
    return isSaved ? { kind: "opened", payment: { ...payment, ...link } } : null;
  }

  async function settle(db: Db, current: Payment): Promise<AttemptResult> {
    const at = deps.clock.now();
    if (search.opened !== null) return settleOpened(db, current, search.opened, at);
    if (current.status !== "INITIATED") {
      await saveRoutingDecision(db, current.merchantId, current.id, decision);
      return { kind: "changed_meanwhile", payment: current };
    }
    const moved = movePayment(current, "FAILURE", at);
    if (!moved.ok) throw new Error(`payment ${current.id} could not fail from ${moved.error.from}`);
    await savePaymentMove(db, moved.value, {
      kind: "failed",
      at,
      detail: { cause: "gateway_initialisation" },
    });
    await saveRoutingDecision(db, current.merchantId, current.id, decision);
    const wasCalled = search.attempts.some(({ outcome }) => outcome !== "skipped");
    return { kind: wasCalled ? "gateway_failed" : "gateways_skipped", payment: moved.value };
  }
  /** A record that ended meanwhile gets no link, and its checkout at a vendor is closed at once. */
  async function settleOpened(db: Db, current: Payment, opened: Opened, at: Date): Promise<AttemptResult> {
    const isOpen = current.status === "INITIATED";
    const link = linkOf(opened, {
      linkIssuedAt: isOpen ? at : null,
      polledUntil: opened.redirectUrl === null ? null : pollCheckoutUntil(current),
    });
    const settled = { ...current, ...link };
    const poll = isOpen && settled.polledUntil !== null ? firstPoll(deps) : null;
    await saveLink(db, { merchantId: current.merchantId, id: current.id, ...link, decision, poll });
    if (isOpen) return { kind: "opened", payment: settled };
    await scheduleClosing(db, settled);
    return { kind: "changed_meanwhile", payment: settled };
  }
}

type Opened = NonNullable<CheckoutSearch["opened"]>;

function linkOf<T>({ gateway, account, checkoutId, redirectUrl }: Opened, times: T) {
  return {
    gateway,
    gatewayAccount: account,
    gatewayCheckoutId: checkoutId,
    gatewayCheckoutUrl: redirectUrl,
    ...times,
  };
}
