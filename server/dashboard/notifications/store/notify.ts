import { randomUUID } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import type { Notification } from "../domain/notification";
import { insertEvent } from "./notification-events";

/**
 * Notifies people of an event, in the caller's transaction: one row, which a worker expands to people by role and settings
 * (decision 0280). Returns whether it was new. It waits for
 * another transaction that writes the same key.
 */
export async function notify(db: Db, notification: Notification): Promise<boolean> {
  const id = randomUUID();
  return insertEvent(db, { id, ...notification });
}
