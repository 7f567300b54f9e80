import type { PaymentStatus } from "@/lib/contract/statuses";
import { err, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { isAbandonedBeforeLink, isExpired, movePayment, type Payment } from "../domain/payment";
import { findOverduePayments, lockPayment, savePaymentMove } from "../store/payments";
import type { Deps } from "./deps";
import { INITIALISATION_LIMIT_MS } from "../domain/payment";

export type EndCause = "customer_left" | "expired" | "initialisation_abandoned";

export type EndRefused = { kind: "not_found" } | { kind: "not_open"; payment: Payment };

/**
 * Ends an open payment without money having moved, under its row lock (D9). `not_open`: somebody was faster, and
 * what the payment is now is told.
 */
export function endPayment(
  deps: Deps,
  merchantId: number,
  id: string,
  to: Extract<PaymentStatus, "FAILURE" | "DROP">,
  cause: EndCause,
): Promise<Result<Payment, EndRefused>> {
  return inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, id);
    if (payment === null) return err({ kind: "not_found" });
    const at = deps.clock.now();
    const moved = movePayment(payment, to, at);
    if (!moved.ok) return err({ kind: "not_open", payment });
    const kind = to === "DROP" ? "dropped" : "failed";
    await savePaymentMove(db, merchantId, moved.value, { kind, at, detail: { cause } });
    return moved;
  });
}

const SWEEP_LIMIT = 500;

/**
 * Ends payments past their lifetime (DROP) and those that a dead process left without a link (FAILURE), for every
 * merchant; returns how many it looked at, so that a full sweep can be followed by another at once.
 */
export async function endOverduePayments(deps: Deps): Promise<{ found: number; mayBeMore: boolean }> {
  const now = deps.clock.now();
  const overdue = await findOverduePayments(deps.pool, {
    now,
    linklessBefore: new Date(now.getTime() - INITIALISATION_LIMIT_MS),
    limit: SWEEP_LIMIT,
  });
  for (const { merchantId, id } of overdue) await endOverduePayment(deps, merchantId, id);
  return { found: overdue.length, mayBeMore: overdue.length >= SWEEP_LIMIT };
}

/** Ends one payment if its time is up by the clock of this moment; leaves any other as it is. */
export async function endOverduePayment(deps: Deps, merchantId: number, id: string): Promise<void> {
  await inTransaction(deps.pool, async (db) => {
    const payment = await lockPayment(db, merchantId, id);
    if (payment === null) return;
    const at = deps.clock.now();
    const end = isAbandonedBeforeLink(payment, at)
      ? ({ to: "FAILURE", kind: "failed", cause: "initialisation_abandoned" } as const)
      : isExpired(payment, at)
        ? ({ to: "DROP", kind: "dropped", cause: "expired" } as const)
        : null;
    if (end === null) return;
    const moved = movePayment(payment, end.to, at);
    if (moved.ok)
      await savePaymentMove(db, merchantId, moved.value, {
        kind: end.kind,
        at,
        detail: { cause: end.cause },
      });
  });
}
