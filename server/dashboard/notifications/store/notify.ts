import { randomUUID } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import type { Notification } from "../domain/notification";
import { scheduleExpanding } from "../../jobs/schedule";
import { insertEvent } from "./notification-events";

/**
 * Notifies people of an event, in the caller's transaction: one row and one job, which exist exactly when it commits.
 * The job expands the event to people by role and settings (decision 0280). Returns whether it was new. It waits for
 * another transaction that writes the same key.
 */
export async function notify(db: Db, notification: Notification): Promise<boolean> {
  const id = randomUUID();
  if (!(await insertEvent(db, { id, ...notification }))) return false;
  await scheduleExpanding(db, id);
  return true;
}
