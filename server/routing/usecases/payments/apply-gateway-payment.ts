import { inTransaction } from "@/server/platform/transaction";
import { movePayment, type Payment } from "../../domain/payments/payment";
import type { GatewayFailure, GatewayPayment } from "../../gateway/port";
import { lockPayment } from "../../store/payments/payments";
import { savePaymentMove } from "../../store/payments/save-move";
import { endPolling } from "../../store/payments/payment-polling";
import type { Deps } from "../deps";
import { countEnd } from "./count-end";
import { recordFailure } from "./record-failure";
import { reportCharge } from "./report-charge";

/**
 * Applies a gateway's status of a checkout; safe from any caller and in any order of responses. Returns until when the payment
 * is polled from now on; null when its polling has ended.
 */
export async function applyGatewayPayment(
  deps: Deps,
  payment: Payment,
  reported: GatewayPayment,
): Promise<Date | null> {
  switch (reported.status) {
    case "OPEN":
      await recordDecline(deps, payment, reported.failure);
      return payment.polledUntil;
    case "CLOSED":
      await closePayment(deps, payment, reported.failure);
      return null;
    case "SUCCESS":
    case "FAILURE":
      return (await reportCharge(deps, payment.merchantId, payment.id, reported)).payment.polledUntil;
  }
}

/** The customer can still pay, and the gateway does not say again why the attempt was declined. */
async function recordDecline(
  deps: Deps,
  { merchantId, id, failure: known }: Payment,
  failure: GatewayFailure | undefined,
): Promise<void> {
  if (failure === undefined || failure.code === known?.code) return;
  await inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, id);
    if (payment === null) throw new Error(`payment ${id} is missing`);
    await recordFailure(deps, db, payment, failure);
  });
}

/**
 * The checkout can no longer be paid: a payment that is still initiated ends as DROP (decision 0032), and its polling
 * ends.
 */
async function closePayment(
  deps: Deps,
  { merchantId, id }: Payment,
  failure: GatewayFailure | undefined,
): Promise<void> {
  const ended = await inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, id);
    if (payment === null) throw new Error(`payment ${id} is missing`);
    await recordFailure(deps, db, payment, failure);
    const at = deps.clock.now();
    const moved = movePayment({ ...payment, polledUntil: null }, "DROP", at);
    if (moved.ok) {
      const detail = { cause: "gateway_closed" };
      await savePaymentMove(db, moved.value, { kind: "dropped", at, detail });
    } else if (payment.polledUntil !== null) await endPolling(db, payment);
    return moved.ok ? moved.value : null;
  });
  if (ended !== null) countEnd(deps, ended);
}
