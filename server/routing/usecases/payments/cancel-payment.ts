import { err, ok } from "@/lib/result";
import { type JobOrigin, jobOrigin } from "@/server/platform/run-job";
import { batchStatements, eachAlone } from "@/server/platform/batch-statements";
import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { mayRetry, movePayment } from "../../domain/payments/payment";
import { isDistributed } from "../../store/distributed";
import { lockLatestPayment, lockLatestPayments } from "../../store/payments/payments";
import { savePaymentMove, savePaymentMoves } from "../../store/payments/save-move";
import type { Deps } from "../deps";
import type { CancelOutcome, Cancels } from "./cancels";
import { countEnd } from "./count-end";
import { closeLink } from "./closed-link";
import { scheduleClosing } from "./schedule-poll";

type Cancel = Parameters<Cancels>[0] & { origin: JobOrigin };

/**
 * Cancels the latest record of a merchant reference while it is INITIATED (specification 4.3). Decided under that
 * record's row lock: when a cancel and a payment arrive together, one wins and the other gets its result (failure 22).
 * A poll that is due in the same transaction closes a vendor's checkout. A record that failed or was dropped is refused and stays as it
 * is, but its link can not be tried again: nobody who cancels a reference wants to be paid for it (decision 0038).
 */
export async function cancelPayment(
  deps: Pick<Deps, "cancels" | "metrics">,
  merchantId: number,
  reference: string,
): Promise<CancelOutcome> {
  const cancelled = await deps.cancels({ merchantId, reference });
  if (cancelled.ok) countEnd(deps, cancelled.value);
  return cancelled;
}

export function batchCancels(pool: Pool, clock: Clock): Cancels {
  const cancel = batchStatements<Cancel, CancelOutcome>({
    one: (each) => cancelOne(pool, clock, each),
    many: async (cancels) =>
      (await isDistributed(pool)) ? eachAlone(cancels) : cancelMany(pool, clock, cancels),
  });
  // Named here, because a batch runs in the context of one of its requests.
  return (wanted) => cancel({ ...wanted, origin: jobOrigin() });
}

function cancelOne(
  pool: Pool,
  clock: Clock,
  { merchantId, reference, origin }: Cancel,
): Promise<CancelOutcome> {
  return inTransaction<CancelOutcome>(pool, async (db) => {
    let latest = await lockLatestPayment(db, merchantId, reference);
    if (latest === null) return err({ kind: "not_found" });
    const at = clock.now();
    // The next attempt is looked for once more under the lock of one that may be tried again: see `closeLink`.
    if (mayRetry(latest, at)) latest = (await lockLatestPayment(db, merchantId, reference)) ?? latest;
    const moved = movePayment(latest, "CANCELLED", at);
    if (!moved.ok) {
      if (mayRetry(latest, at)) await closeLink(db, latest, at);
      return err({ kind: "already_processed", status: latest.status });
    }
    await savePaymentMove(db, moved.value, { kind: "cancelled", at }, origin);
    await scheduleClosing(db, moved.value, origin);
    return ok(moved.value);
  });
}

/** Cancels what is certainly open and held by nobody else. Null for the others, which `cancelOne` decides. */
function cancelMany(pool: Pool, clock: Clock, cancels: readonly Cancel[]): Promise<(CancelOutcome | null)[]> {
  // The second of two cancels of one reference is decided after the first one.
  const first = new Map(cancels.toReversed().map((cancel) => [keyOf(cancel), cancel]));
  return inTransaction(pool, async (db) => {
    const locked = await lockLatestPayments(db, [...first.values()]);
    const at = clock.now();
    const moves = locked.flatMap((payment) => {
      const moved = movePayment(payment, "CANCELLED", at);
      const cancel = first.get(keyOf(payment));
      if (!moved.ok || cancel === undefined) return [];
      return [{ payment: moved.value, event: { kind: "cancelled", at }, origin: cancel.origin }];
    });
    if (moves.length > 0) {
      await Promise.all([
        savePaymentMoves(db, moves),
        ...moves.map(({ payment, origin }) => scheduleClosing(db, payment, origin)),
      ]);
    }
    const movedOf = new Map(moves.map(({ payment }) => [keyOf(payment), payment]));
    return cancels.map((cancel) => {
      const moved = movedOf.get(keyOf(cancel));
      return moved === undefined || first.get(keyOf(cancel)) !== cancel ? null : ok(moved);
    });
  });
}

const keyOf = ({ merchantId, reference }: { merchantId: number; reference: string }): string =>
  `${merchantId}:${reference}`;
