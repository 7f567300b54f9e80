import type { NotificationFact } from "@/lib/notifications/details";

/** Who is notified, within those who have the event's permission. */
export type Audience = { people: readonly string[] } | "everybody_permitted";

export type Notification = NotificationFact & {
  at: Date;
  to: Audience;
  /** The person who caused it: not notified. */
  except?: string;
  /**
   * Limited to 300 characters. A second event of the same key is ignored, so a job may run again after a crash, and two
   * processes may see the same thing.
   */
  dedupeKey: string;
};
