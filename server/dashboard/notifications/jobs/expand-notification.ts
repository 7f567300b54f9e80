import { z } from "zod";
import { parseNotificationFact } from "@/lib/notifications/details";
import { isChannelOn, mayReceive } from "@/lib/notifications/settings";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../../runtime";
import { lockOpenEvent, markExpanded } from "../store/notification-events";
import { insertNotifications } from "../store/notifications";
import { listRecipients } from "../store/recipients";

const payloadSchema = z.object({ eventId: z.uuid() });

/**
 * Expands an event to the people who may see its subject now, by their settings. Rows and mark are one transaction
 * under the event's lock, so a job that runs again after a crash, or in two processes, writes each notification once.
 */
export async function expandNotification(services: Services, payload: unknown): Promise<void> {
  const { eventId } = payloadSchema.parse(payload);
  await inTransaction(services.pool, async (db) => {
    const event = await lockOpenEvent(db, eventId);
    if (event === null) return;
    const fact = parseNotificationFact(event.event, event.detail);
    // Another version's event: a process of that version expands it.
    if (fact === null) throw new Error(`an event of another version: ${event.event}`);
    const people = (await listRecipients(db, fact.event, event.recipients)).filter(
      ({ personId, role }) => personId !== event.exceptPerson && mayReceive(role, fact.event),
    );
    await insertNotifications(
      db,
      { eventId, event: fact.event, at: event.at },
      people
        .map((person) => ({
          personId: person.personId,
          isListed: isChannelOn(person, fact.event, "dashboard"),
        }))
        .filter(({ isListed }) => isListed),
    );
    await markExpanded(db, eventId, services.clock.now());
  });
}
