import { formatPaise } from "@/lib/money";
import type { Db } from "@/server/platform/pool";
import { notify } from "../../notifications/store";
import type { WorkItem } from "../domain/work-item";

/** Notifies the assignee of an item, once for each assignment; not of an item that they assigned to themselves. */
export async function notifyAssignee(
  db: Db,
  item: WorkItem,
  { person, by, at }: { person: { id: string }; by: { userId: string; name: string }; at: Date },
): Promise<void> {
  await notify(db, {
    event: "work_assigned",
    detail: {
      kind: item.kind,
      itemId: item.itemId,
      condition: item.condition,
      reference: item.reference,
      transactionId: item.transactionId,
      amount: item.amountPaise === null ? null : formatPaise(item.amountPaise),
      currency: item.currency,
      by: by.name,
    },
    at,
    to: { people: [person.id] },
    except: by.userId,
    dedupeKey: `work_assigned ${item.kind} ${item.serviceAddress} ${item.itemId} ${String(item.version + 1)} ${at.toISOString()}`,
  });
}
