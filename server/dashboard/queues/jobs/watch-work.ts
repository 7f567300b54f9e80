import type { WorkOutcome } from "@/lib/queues/work-kinds";
import type { PaymentStatus } from "@/lib/contract/statuses";
import { inTransaction } from "@/server/platform/transaction";
import { stuckPaymentOf } from "../../payments";
import type { Services } from "../../runtime";
import { clearEnds, listToEnd } from "../store/open-items";
import { deleteEndedBefore, endOne, endStored, listTouched } from "../store/work-items";

/** More are recorded in the next turn. */
const MAX_ENDED_AT_ONCE = 1_000;
/** Each one is a call. */
const MAX_ASKED_AT_ONCE = 20;
/** The audit log has the history of older ones. */
const KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * Records which items that people have touched left the queues, and why; those that need attention again are open again.
 * Of the dashboard's own tables only.
 */
export async function watchWork({ pool }: Pick<Services, "pool">, at: Date): Promise<void> {
  await inTransaction(pool, async (db) => {
    await clearEnds(db, at);
    for (const { kind, ids } of await listToEnd(db, at, MAX_ENDED_AT_ONCE))
      await endStored(db, kind, ids, at);
    await deleteEndedBefore(db, new Date(at.getTime() - KEPT_MS));
  });
}

const OUTCOMES: Record<PaymentStatus, WorkOutcome> = {
  INITIATED: "gone",
  SUCCESS: "paid",
  FAILURE: "payment_ended",
  DROP: "payment_ended",
  CANCELLED: "payment_ended",
};

/** The same for stuck payments that people have touched; the service is asked about the oldest of them. */
export async function watchWorkAtService(services: Services): Promise<void> {
  const { pool, routing, clock } = services;
  const { serviceAddress } = routing;
  for (const { itemId } of await listTouched(pool, "payment", serviceAddress, MAX_ASKED_AT_ONCE)) {
    const payment = await stuckPaymentOf(services, itemId);
    if (payment.kind === "trouble" || payment.kind === "not_offered") return;
    if (payment.kind === "stuck") continue;
    const outcome = payment.status === null ? "gone" : OUTCOMES[payment.status];
    await endOne(pool, { kind: "payment", serviceAddress, itemId }, outcome, clock.now());
  }
}
