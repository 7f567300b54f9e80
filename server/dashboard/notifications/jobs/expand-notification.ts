import { BULK_PERMISSIONS } from "@/lib/bulk";
import { type Role, roleAllows } from "@/lib/can";
import { type NotificationFact, parseNotificationFact } from "@/lib/notifications/details";
import { CHAT_EVENTS } from "@/lib/notifications/chat";
import { emailDueAt } from "@/lib/notifications/email-time";
import type { NotificationEvent } from "@/lib/notifications/events";
import { isChannelOn, isRequired, mayReceive } from "@/lib/notifications/settings";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../../runtime";
import { countMissed, listSubscribers } from "../store/chat-channels";
import { insertChatNotifications } from "../store/chat-messages";
import { lockOpenEvent, markExpanded } from "../store/notification-events";
import { insertNotifications } from "../store/notifications";
import { DEFAULT_PREFERENCES, findPreferences } from "../store/preferences";
import { listRecipients, type Recipient } from "../store/recipients";
import { takeTurns } from "../store/turns";

/** Notifications that arrive within it are one message. */
const GATHER_MS = 20_000;

/**
 * Expands an event to the people who may see its subject now, by their settings. Rows and mark are one transaction
 * under the event's lock, so a job that runs again after a crash, or in two processes, writes each notification once.
 */
export async function expandNotification(services: Services, eventId: string): Promise<void> {
  await inTransaction(services.pool, async (db) => {
    const event = await lockOpenEvent(db, eventId);
    if (event === null) return;
    const fact = parseNotificationFact(event.event, event.detail);
    // Another version's event: a process of that version expands it.
    if (fact === null) throw new Error(`an event of another version: ${event.event}`);
    const people = (await listRecipients(db, fact.event, event.recipients)).filter(
      ({ personId, role }) =>
        personId !== event.exceptPerson && mayReceive(role, fact.event) && mayGoOn(role, fact),
    );
    const at = services.clock.now();
    const rows = await rowsOf(services, db, fact.event, people);
    await insertNotifications(db, { eventId, event: fact.event, at: event.at }, rows);
    const byEmail = rows.flatMap(({ personId: id, emailDueAt }) =>
      emailDueAt === null ? [] : [{ id, dueInMs: Math.max(0, emailDueAt.getTime() - at.getTime()) }],
    );
    await takeTurns(db, "email", byEmail);
    await expandToChats(services, db, { eventId, event: fact.event });
    await markExpanded(db, eventId, at);
  });
}

/** A paused run waits for somebody who may resume it: its kind needs more than its page does. */
function mayGoOn(role: Role, fact: NotificationFact): boolean {
  return fact.event !== "bulk_paused" || roleAllows(role, BULK_PERMISSIONS[fact.detail.runKind]);
}

/** Chat channels that receive the event; a paused one counts what it does not receive. */
async function expandToChats(
  { clock }: Services,
  db: Db,
  { eventId, event }: { eventId: string; event: NotificationEvent },
): Promise<void> {
  if (!CHAT_EVENTS.includes(event)) return;
  const at = clock.now();
  const soonest = new Date(at.getTime() + GATHER_MS);
  const channels = (await listSubscribers(db, event)).map(({ id, timeZone, quiet }) => ({
    id,
    dueAt: emailDueAt(soonest, { timeZone, quiet, digestAt: null }),
  }));
  if (channels.length > 0) await insertChatNotifications(db, eventId, channels);
  const turns = channels.map(({ id, dueAt }) => ({
    id,
    dueInMs: Math.max(0, dueAt.getTime() - at.getTime()),
  }));
  await takeTurns(db, "chat", turns);
  await countMissed(db, event);
}

/** The channels of each person. Without a mail server nothing waits for one: it would be sent all at once later. */
async function rowsOf(
  { mail, clock }: Services,
  db: Db,
  event: NotificationEvent,
  people: readonly Recipient[],
): Promise<{ personId: string; isListed: boolean; emailDueAt: Date | null }[]> {
  const soonest = new Date(clock.now().getTime() + GATHER_MS);
  const preferences =
    mail === null
      ? null
      : await findPreferences(
          db,
          people.map(({ personId }) => personId),
        );
  return people
    .map((person) => {
      const { personId, role } = person;
      const own = isRequired(role, event) ? DEFAULT_PREFERENCES : preferences?.get(personId);
      const isByEmail = preferences !== null && isChannelOn(person, event, "email");
      return {
        personId,
        isListed: isChannelOn(person, event, "dashboard"),
        emailDueAt: isByEmail ? emailDueAt(soonest, own ?? DEFAULT_PREFERENCES) : null,
      };
    })
    .filter((row) => row.isListed || row.emailDueAt !== null);
}
