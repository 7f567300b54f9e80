import { inTransaction } from "@/server/platform/transaction";
import { movePayment, type Payment } from "../../domain/payments/payment";
import type { GatewayFailure, GatewayPayment } from "../../gateway/port";
import { lockPayment } from "../../store/payments/payments";
import { savePaymentMove } from "../../store/payments/save-move";
import { savePolledUntil } from "../../store/payments/payment-polling";
import type { Deps } from "../deps";
import { countEnd } from "./count-end";
import { recordFailure } from "./record-failure";
import { reportCharge } from "./report-charge";

/** Applies a gateway's status of a checkout; safe from any caller and in any order of responses. */
export async function applyGatewayPayment(
  deps: Deps,
  payment: Payment,
  reported: GatewayPayment,
): Promise<void> {
  switch (reported.status) {
    case "OPEN":
      return recordDecline(deps, payment, reported.failure);
    case "CLOSED":
      return closePayment(deps, payment, reported.failure);
    case "SUCCESS":
    case "FAILURE":
      await reportCharge(deps, payment.merchantId, payment.id, reported);
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
    } else if (payment.polledUntil !== null) await savePolledUntil(db, merchantId, id, null);
    return moved.ok ? moved.value : null;
  });
  if (ended !== null) countEnd(deps, ended);
}
