import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { SimulatorFaultKind, SimulatorOperation } from "@/server/routing/gateway/simulator/faults";

/** The faults that each operation can have. */
type ScriptableKind = {
  open_checkout: "refuse" | "unavailable" | "hang" | "slow" | "lose_response";
  fetch_payment: "unavailable" | "hang" | "slow";
  refund: SimulatorFaultKind;
  fetch_refund: "unavailable" | "hang" | "slow";
  /** `refuse`: the customer's bank declines, whatever the customer chose. */
  charge: "refuse" | "unavailable" | "hang" | "slow" | "lose_response";
};

/**
 * Injects a fault into the next `times` calls of an operation. `about` is a part of what the call concerns: the
 * payment's id (checkouts, charges, reversals), the refund's id (refund), the gateway's refund id (fetch_refund). The
 * service must run with SIMULATOR_FAULTS=1, as `startTestService` does.
 */
export async function scriptSimulator<O extends SimulatorOperation>(
  db: Pick<pg.Pool, "query">,
  operation: O,
  kind: ScriptableKind[O],
  options: { times?: number; delayMs?: number; about?: string } = {},
): Promise<void> {
  await db.query(
    `insert into simulator.faults (operation, kind, remaining, delay_ms, about) values ($1, $2, $3, $4, $5)`,
    [operation, kind, options.times ?? 1, options.delayMs ?? 0, options.about ?? null],
  );
}

/** Deletes scripted faults that have not happened yet. */
export async function clearSimulatorScript(db: Pick<pg.Pool, "query">): Promise<void> {
  await db.query(`delete from simulator.faults`);
}

/**
 * The customer pays at the simulator without a report to the service, as after a lost report or a payment after the
 * end. Returns the charge's id.
 */
export async function payBehindTheService(
  db: Pick<pg.Pool, "query">,
  payment: { merchantId: number; paymentId: string; amountPaise: bigint; currency?: string },
): Promise<string> {
  const transactionId = `simpay_${randomUUID().replaceAll("-", "")}`;
  await db.query(
    `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
     values ($1, $2, $3, $4, 'SUCCESS', now())`,
    [
      `simco_${payment.merchantId}_${payment.paymentId}`,
      transactionId,
      payment.amountPaise.toString(),
      payment.currency ?? "INR",
    ],
  );
  return transactionId;
}
