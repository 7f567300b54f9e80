import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { notify } from "../../notifications/store";
import type { WorkItem } from "../domain/work-item";

const detailOf = (item: WorkItem) => ({
  kind: item.kind,
  itemId: item.itemId,
  condition: item.condition,
  reference: item.reference,
  transactionId: item.transactionId,
  amount: item.amountPaise === null ? null : formatPaise(item.amountPaise),
  currency: item.currency,
});

/** Notifies the assignee of an item, once for each assignment; not of an item that they assigned to themselves. */
export async function notifyAssignee(
  db: Db,
  item: WorkItem,
  { person, by, at }: { person: { id: string }; by: { userId: string; name: string }; at: Date },
): Promise<void> {
  await notify(db, {
    event: "work_assigned",
    detail: { ...detailOf(item), by: by.name },
    at,
    to: { people: [person.id] },
    except: by.userId,
    dedupeKey: `work_assigned ${item.kind} ${item.serviceAddress} ${item.itemId} ${String(item.version + 1)} ${at.toISOString()}`,
  });
}

/**
 * Notifies the assignees of items that waited and need attention again, once for each time that an item was set waiting.
 * Safe to repeat.
 */
export async function notifyReturned(db: Db, items: readonly WorkItem[], at: Date): Promise<void> {
  for (const item of items) {
    if (item.assigneeId === null) continue;
    await notify(db, {
      event: "work_returned",
      detail: { ...detailOf(item), because: item.hasChanged ? "changed" : "time" },
      at,
      to: { people: [item.assigneeId] },
      dedupeKey: returnedKey(item),
    });
  }
}

const returnedKey = ({ kind, serviceAddress, itemId, version }: WorkItem): string =>
  `work_returned ${kind} ${serviceAddress} ${itemId} ${String(version)}`.slice(0, 300);
