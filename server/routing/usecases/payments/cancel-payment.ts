import type { PaymentStatus } from "@/lib/contract/statuses";
import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import { movePayment, type Payment } from "../../domain/payments/payment";
import { lockLatestPayment, savePaymentMove } from "../../store/payments/payments";
import type { Deps } from "../deps";
import { countEnd } from "./count-end";
import { scheduleClosing } from "./schedule-lookup";

export type CancelRefusal = { kind: "not_found" } | { kind: "already_processed"; status: PaymentStatus };

/**
 * Cancels the latest record of a merchant reference while it is INITIATED (specification 4.3). Decided under that
 * record's row lock: when a cancel and a payment arrive together, one wins and the other gets its result (failure 22).
 * A job of the same transaction closes a vendor's checkout.
 */
export async function cancelPayment(
  deps: Deps,
  merchantId: number,
  reference: string,
): Promise<Result<Payment, CancelRefusal>> {
  const cancelled = await inTransaction<Result<Payment, CancelRefusal>>(deps.pool, async (db) => {
    const latest = await lockLatestPayment(db, merchantId, reference);
    if (latest === null) return err({ kind: "not_found" });
    const at = deps.clock.now();
    const moved = movePayment(latest, "CANCELLED", at);
    if (!moved.ok) return err({ kind: "already_processed", status: latest.status });
    await savePaymentMove(db, merchantId, moved.value, { kind: "cancelled", at });
    await scheduleClosing(db, moved.value);
    return ok(moved.value);
  });
  if (cancelled.ok) countEnd(deps, cancelled.value);
  return cancelled;
}
