import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../../runtime";
import { SERVICE_SOURCES } from "../queries/fetch-items";
import { notifyReturned } from "../store/notify-assignee";
import { clearEnds, listToEnd } from "../store/left-items";
import { listReturned } from "../store/open-items";
import { SERVICE_KINDS } from "../store/sources";
import { deleteEndedBefore, endOne, endStored, listTouched } from "../store/work-items";

/** More are recorded in the next turn. */
const MAX_ENDED_AT_ONCE = 1_000;
const MAX_RETURNED_AT_ONCE = 200;
/** Each one is a call. */
const MAX_ASKED_AT_ONCE = 20;
/** The audit log has the history of older ones. */
const KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * Records which items that people have touched left the queues, and why; those that need attention again are open again,
 * and assignees are notified of those that waited. Of the dashboard's own tables only.
 */
export async function watchWork(
  { pool, routing }: Pick<Services, "pool" | "routing">,
  at: Date,
): Promise<void> {
  await inTransaction(pool, async (db) => {
    await clearEnds(db, at);
    for (const { kind, ids } of await listToEnd(db, at, MAX_ENDED_AT_ONCE))
      await endStored(db, kind, ids, at);
    await deleteEndedBefore(db, new Date(at.getTime() - KEPT_MS));
    await notifyReturned(db, await listReturned(db, at, routing.serviceAddress, MAX_RETURNED_AT_ONCE), at);
  });
}

/** The same for items of the service that people have touched; the service is asked about the oldest of each kind. */
export async function watchWorkAtService(services: Services): Promise<void> {
  const { pool, routing, clock } = services;
  const { serviceAddress } = routing;
  for (const kind of SERVICE_KINDS) {
    for (const { itemId } of await listTouched(pool, kind, serviceAddress, MAX_ASKED_AT_ONCE)) {
      const found = await SERVICE_SOURCES[kind].find(services, itemId);
      if (found.kind === "service_error" || found.kind === "not_offered") break;
      if (found.kind === "ended")
        await endOne(pool, { kind, serviceAddress, itemId }, found.outcome, clock.now());
    }
  }
}
