import { type JobOrigin, jobOrigin } from "@/server/platform/run-job";
import { batchStatements, eachAlone } from "@/server/platform/batch-statements";
import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { movePayment, type Payment } from "../../domain/payments/payment";
import type { ChargedMoney } from "../../gateway/port";
import { isDistributed } from "../../store/distributed";
import { lockPayment, lockPayments } from "../../store/payments/payments";
import { savePaymentMove, savePaymentMoves } from "../../store/payments/save-move";
import type { PaidCharge, PaidOutcome, PaidPayments } from "./paid-payments";

type Paid = PaidCharge & { origin: JobOrigin };

/**
 * Makes open payments SUCCESS whose charge is what was requested, each under its row lock, and ends their polling: what nearly
 * every report of a gateway leads to. Everything else is left to `reportCharge`.
 */
export function batchPaidPayments(pool: Pool, clock: Clock): PaidPayments {
  const pay = batchStatements<Paid, PaidOutcome>({
    one: (paid) => payOne(pool, clock, paid),
    many: async (all) => ((await isDistributed(pool)) ? eachAlone(all) : payMany(pool, clock, all)),
  });
  // Named here, because a batch runs in the context of one of its requests.
  return (paid) => pay({ ...paid, origin: jobOrigin() });
}

function payOne(
  pool: Pool,
  clock: Clock,
  { merchantId, paymentId, charge, origin }: Paid,
): Promise<PaidOutcome> {
  return inTransaction<PaidOutcome>(pool, async (db) => {
    const payment = await lockPayment(db, merchantId, paymentId);
    const at = clock.now();
    const moved = payment === null ? null : paidAsRequested(payment, charge, at);
    if (moved === null) return "not_plain";
    await savePaymentMove(db, moved, succeeded(moved, at), origin);
    return moved;
  });
}

/**
 * Pays each payment by its first charge. Null for what another transaction holds, and for what is not plain: `payOne`
 * decides.
 */
function payMany(pool: Pool, clock: Clock, all: readonly Paid[]): Promise<(PaidOutcome | null)[]> {
  const first = new Map(all.toReversed().map((paid) => [keyOf(paid.merchantId, paid.paymentId), paid]));
  return inTransaction(pool, async (db) => {
    const wanted = [...first.values()].map(({ merchantId, paymentId: id }) => ({ merchantId, id }));
    const locked = await lockPayments(db, wanted);
    const at = clock.now();
    const moves = locked.flatMap((payment) => {
      const paid = first.get(keyOf(payment.merchantId, payment.id));
      const moved = paid === undefined ? null : paidAsRequested(payment, paid.charge, at);
      if (paid === undefined || moved === null) return [];
      return [{ payment: moved, event: succeeded(moved, at), origin: paid.origin, paid }];
    });
    if (moves.length > 0) await savePaymentMoves(db, moves);
    const movedBy = new Map(moves.map(({ paid, payment }) => [paid, payment]));
    return all.map((paid) => movedBy.get(paid) ?? null);
  });
}

const keyOf = (merchantId: number, id: string): string => `${merchantId}:${id}`;

/** The payment as it is afterwards; null when this charge does not make it SUCCESS. */
function paidAsRequested(payment: Payment, charge: ChargedMoney, at: Date): Payment | null {
  if (!matchesRequest(payment, charge)) return null;
  const moved = movePayment({ ...payment, polledUntil: null }, "SUCCESS", at, charge.gatewayTransactionId);
  return moved.ok ? moved.value : null;
}

/** A charge of another amount or currency never makes a payment SUCCESS (decision 0004). */
export function matchesRequest(payment: Payment, charge: ChargedMoney): boolean {
  return charge.amountPaise === payment.amountPaise && charge.currency === payment.currency;
}

export function succeeded(
  payment: Payment,
  at: Date,
): { kind: string; at: Date; detail: Record<string, string> } {
  return { kind: "succeeded", at, detail: methodOf(payment) };
}

/** The method chosen on the service's own page; a vendor's page does not report it. */
export function methodOf(payment: Payment): Record<string, string> {
  return payment.paidMethod === null ? {} : { method: payment.paidMethod };
}
