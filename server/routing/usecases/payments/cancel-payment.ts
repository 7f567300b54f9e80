import type { PaymentStatus } from "@/lib/contract/statuses";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { movePayment, type Payment } from "../../domain/payments/payment";
import { lockLatestPayment, savePaymentMove } from "../../store/payments/payments";
import type { Deps } from "../deps";
import { planClosing } from "./schedule-lookup";

export type CancelRefusal = { kind: "not_found" } | { kind: "already_processed"; status: PaymentStatus };

/**
 * Cancels the most recent record of a reference while it is INITIATED (specification 4.3). Decided under that record's row
 * lock: of a cancel and a payment at once, one wins and the other is told (failure 22). A vendor's checkout is closed by
 * a job of the same transaction.
 */
export function cancelPayment(
  deps: Deps,
  merchantId: number,
  reference: string,
): Promise<Result<Payment, CancelRefusal>> {
  return inTransaction(deps.pool, async (db) => {
    const latest = await lockLatestPayment(db, merchantId, reference);
    if (latest === null) return err({ kind: "not_found" });
    const at = deps.clock.now();
    const moved = movePayment(latest, "CANCELLED", at);
    if (!moved.ok) return err({ kind: "already_processed", status: latest.status });
    await savePaymentMove(db, merchantId, moved.value, { kind: "cancelled", at });
    await planClosing(db, moved.value);
    return ok(moved.value);
  });
}
