import type { Services } from "../../runtime";
import { deleteSeenBefore } from "../store/expired-seen";

/** The shortest time for which a service of this repository keeps payments (PAYMENT_KEEP_DAYS): nobody disputes older ones. */
const SEEN_KEPT_MS = 400 * 24 * 60 * 60_000;

/** Deletes payments that nobody has seen, and contacts that nobody has entered, for 400 days (decision 0329). */
export async function deleteOldSeen({ pool, clock }: Services): Promise<void> {
  await deleteSeenBefore(pool, new Date(clock.now().getTime() - SEEN_KEPT_MS));
}
