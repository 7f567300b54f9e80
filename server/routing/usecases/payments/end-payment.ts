import { err, type Result } from "@/lib/result";
import { isDatabaseOutage } from "@/server/platform/pool";
import { areRefundsHeld, findRefundHold, isFromBackup, isHeld } from "@/server/platform/refund-hold";
import { inTransaction } from "@/server/platform/transaction";
import {
  INITIALISATION_LIMIT_MS,
  isAbandonedBeforeLink,
  isExpired,
  movePayment,
  type Payment,
} from "../../domain/payments/payment";
import { GatewayRecordUnknown, GatewayUnavailable } from "../../gateway/port";
import { withinTimeLimit } from "../../gateway/time-limit";
import {
  findOverduePayments,
  findPayment,
  lockPayment,
  type OverduePlace,
} from "../../store/payments/payments";
import { savePaymentMove } from "../../store/payments/save-move";
import type { Deps } from "../deps";
import { countEnd } from "./count-end";
import { scheduleClosing } from "./schedule-poll";
import { lookUpPayment } from "./poll-payment";
import { SentBackUnknown } from "./sent-back-before-restore";

type DropRefused = { kind: "not_found" } | { kind: "not_open"; payment: Payment };

/**
 * The customer left an initiated payment: it ends as DROP, without a charge, under its row lock (decision 0032).
 * `not_open`: a concurrent change came first; returns the payment as it is now.
 */
export async function dropPayment(
  deps: Deps,
  merchantId: number,
  id: string,
): Promise<Result<Payment, DropRefused>> {
  const dropped = await inTransaction<Result<Payment, DropRefused>>(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, id);
    if (payment === null) return err({ kind: "not_found" });
    const at = deps.clock.now();
    const moved = movePayment(payment, "DROP", at);
    if (!moved.ok) return err({ kind: "not_open", payment });
    const detail = { cause: "customer_left" };
    await savePaymentMove(db, moved.value, { kind: "dropped", at, detail });
    await scheduleClosing(db, moved.value);
    return moved;
  });
  if (dropped.ok) countEnd(deps, dropped.value);
  return dropped;
}

/**
 * Drops a payment that may be from a restored backup: if it was paid since, its money must not be sent back because the
 * customer opens the link again. Refused as long as that is unknown (decision 0237).
 */
export async function dropUnlessPaid(deps: Deps, payment: Payment): Promise<Result<Payment, DropRefused>> {
  const { merchantId, id } = payment;
  const hold = await findRefundHold(deps.pool);
  if (isFromBackup(hold, payment.createdAt)) {
    if (isHeld(hold)) return err({ kind: "not_open", payment });
    try {
      await lookUpPayment(deps, { merchantId, paymentId: id });
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      return err({ kind: "not_open", payment });
    }
  }
  return dropPayment(deps, merchantId, id);
}

const PAGE = 500;
/** Payments that cannot end yet, such as those whose gateway does not answer, are checked again in every sweep. */
const PAGES_OF_A_SWEEP = 20;
/** A sweep begins no further payment after this long: those of a backup may each wait for their gateway. */
const SWEEP_LIMIT_MS = 10_000;
/**
 * The limit for all calls of one lookup. Adapters limit each call; one that does not must not hold up every later
 * sweep.
 */
const LOOKUP_LIMIT_MS = 60_000;

/** `next`: where the next sweep begins; null for the first overdue payment. `mayBeMore`: it should begin at once. */
export type OverdueSweep = { next: OverduePlace | null; mayBeMore: boolean };

/**
 * Ends payments past their lifetime (DROP) and those that a dead process left without a link (FAILURE), for every
 * merchant: about a page of them, beginning at `start`, so that those which cannot end delay the others by a few sweeps. Ends none during a refund hold after a restore: a reconciliation first finds those that were paid after the
 * backup (decision 0237).
 */
export async function endOverduePayments(
  deps: Deps,
  start: OverduePlace | null = null,
  { pageSize = PAGE, limitMs = SWEEP_LIMIT_MS, lookupLimitMs = LOOKUP_LIMIT_MS } = {},
): Promise<OverdueSweep> {
  if (await areRefundsHeld(deps.pool)) return { next: null, mayBeMore: false };
  const now = deps.clock.now();
  const linklessBefore = new Date(now.getTime() - INITIALISATION_LIMIT_MS);
  const lookups: Lookups = { silent: new Set(), limitMs: lookupLimitMs };
  const endsAt = performance.now() + limitMs;
  let ended = 0;
  let after = start;
  const result = (): OverdueSweep => ({
    next: after,
    mayBeMore: ended > 0 && (after !== null || ended >= pageSize),
  });
  for (let page = 0; page < PAGES_OF_A_SWEEP && ended < pageSize; page += 1) {
    const { linkless, overdue, next } = await findOverduePayments(deps.pool, {
      now,
      linklessBefore,
      withLinkless: page === 0,
      limit: pageSize,
      after,
    });
    for (const { merchantId, id } of linkless)
      if (await endUnlessFaulty(deps, merchantId, id, lookups)) ended += 1;
    for (const place of overdue) {
      if (await endUnlessFaulty(deps, place.merchantId, place.id, lookups)) ended += 1;
      after = place;
      if (performance.now() >= endsAt) return result();
    }
    after = next;
    if (next === null) break;
  }
  return result();
}

/** A record that cannot be ended, for whatever reason, must not keep the records of other merchants from ending. */
async function endUnlessFaulty(
  deps: Deps,
  merchantId: number,
  id: string,
  lookups: Lookups,
): Promise<boolean> {
  try {
    await endOverduePayment(deps, merchantId, id, lookups);
    return true;
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    // The poll reports a charge that may have been sent back.
    if (error instanceof GatewaySilent || error instanceof SentBackUnknown) return false;
    deps.logger.error({ err: error, merchantId, payment: id }, "an overdue payment could not be ended");
    return false;
  }
}

/**
 * `silent`: accounts at gateways that did not respond during this sweep. It waits for each only once, because sweeps that
 * wait for hundreds of payments occupy every worker; for one lookup it waits `limitMs`.
 */
type Lookups = { silent: Set<string>; limitMs: number };

/** The gateway did not respond for an earlier payment of the same sweep. */
class GatewaySilent extends GatewayUnavailable {}

/** Ends one payment if its lifetime is over now; leaves any other as it is. Returns the current payment. */
export async function endOverduePayment(
  deps: Deps,
  merchantId: number,
  id: string,
  lookups: Lookups = { silent: new Set(), limitMs: LOOKUP_LIMIT_MS },
): Promise<Payment> {
  await readChargeAfterBackup(deps, merchantId, id, lookups);
  const { payment, hasMoved } = await inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, id);
    if (payment === null) throw new Error(`payment ${id} is missing`);
    const at = deps.clock.now();
    const end = isAbandonedBeforeLink(payment, at)
      ? ({ to: "FAILURE", kind: "failed", cause: "initialisation_abandoned" } as const)
      : isExpired(payment, at)
        ? ({ to: "DROP", kind: "dropped", cause: "expired" } as const)
        : null;
    if (end === null) return { payment, hasMoved: false };
    const moved = movePayment(payment, end.to, at);
    if (!moved.ok) return { payment, hasMoved: false };
    const detail = { cause: end.cause };
    await savePaymentMove(db, moved.value, { kind: end.kind, at, detail });
    await scheduleClosing(db, moved.value);
    return { payment: moved.value, hasMoved: true };
  });
  if (hasMoved) countEnd(deps, payment);
  return payment;
}

/**
 * A payment from a restored backup may have been paid after the backup. If it ended as DROP, its money would be sent
 * back to the customer, so its gateway is polled first (decision 0237). Throws while the payment is polled and the
 * gateway does not respond.
 */
async function readChargeAfterBackup(
  deps: Deps,
  merchantId: number,
  id: string,
  { silent, limitMs }: Lookups,
): Promise<void> {
  const hold = await findRefundHold(deps.pool);
  if (hold === null) return;
  const payment = await findPayment(deps.pool, merchantId, id);
  if (payment?.status !== "INITIATED" || payment.polledUntil === null) return;
  if (!isFromBackup(hold, payment.createdAt)) return;
  const { gateway, gatewayAccount } = payment;
  // A merchant's own account may be the only one of the gateway that does not answer, as after its key was revoked.
  const account = gatewayAccount === null ? `${gateway}` : `${gateway} ${merchantId} ${gatewayAccount}`;
  if (silent.has(account)) throw new GatewaySilent(`${gateway} does not answer`);
  try {
    await withinTimeLimit(account, limitMs, lookUpPayment(deps, { merchantId, paymentId: id }));
  } catch (error) {
    // Also one that cannot say whether a charge was sent back: each such lookup may take as long as an outage.
    const isSilent = error instanceof GatewayUnavailable && !(error instanceof GatewayRecordUnknown);
    if (isSilent && gateway !== null) silent.add(account);
    throw error;
  }
}
