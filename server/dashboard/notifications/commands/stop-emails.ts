import { NOTIFICATION_EVENT_NAMES } from "@/lib/notifications/events";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../../runtime";
import { readUnsubscribeToken } from "../email/unsubscribe-token";
import { turnChannelOff } from "../store/choices";

/**
 * Stops all notifications by e-mail of the person whom a token from a message names; there is no session (RFC 8058).
 * Of all accounts (0300), because a
 * message does not say that there are several. What they must learn of is sent on (0315, 0327). Safe to repeat. They turn them on again in their settings. False for a token that is not one of ours.
 */
export async function stopEmails(everywhere: readonly Services[], token: string): Promise<boolean> {
  const [first] = everywhere;
  const personId = first === undefined ? null : readUnsubscribeToken(first.vault, token);
  if (personId === null) return false;
  for (const { pool } of everywhere)
    await inTransaction(pool, (db) => turnChannelOff(db, personId, "email", NOTIFICATION_EVENT_NAMES));
  return true;
}
