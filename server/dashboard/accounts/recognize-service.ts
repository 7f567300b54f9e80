import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { type AuditActor, recordAudit } from "../audit/store";
import { askForOpenIntents } from "../refunds/store";
import type { Services } from "../runtime";
import { askForCancels, askForRuns } from "../bulk/store";
import {
  deleteKnownService,
  findKnownService,
  listKnownServices,
  lockKnownServices,
  saveKnownService,
} from "./store/known-services";
import { moveRecords } from "./store/move-records";

/** So long a process with the earlier address may still end what it began, also one that stops without looking again. */
const KEEP_EARLIER_MS = 24 * 60 * 60_000;

type Mover = { at: Date; actor: AuditActor; requestId?: string };

/** The clients with which this process has begun to use their service, and when. */
const begun = new WeakMap<Services["routing"], Date>();

/**
 * Finds what is stored of this service under other addresses, by what it calls the merchant, and moves it to the address in use
 * (decision 0355): after another port, scheme or host name, refunds in progress are then polled, unknown ones resolved and
 * approvals decided as before. Every minute, because a process with the earlier address may still write there. Only the
 * processes that began last move anything, so that two addresses in use at a time do not take records from each other.
 */
export async function recognizeService(services: Services): Promise<void> {
  const { routing, pool, clock } = services;
  const { isKnown, serviceError, merchantId } = await routing.capabilities();
  if (!isKnown || serviceError !== null) return;
  const address = routing.serviceAddress;
  const begunAt = begun.get(routing) ?? null;
  const by = { at: clock.now(), actor: "system" } as const;
  const usedAt = await inTransaction(pool, async (db) => {
    await lockKnownServices(db);
    if (begunAt === null && merchantId !== null) await setAside(db, { address, merchantId }, by);
    const savedAt = await saveKnownService(db, { address, merchantId, begunAt });
    const known = await listKnownServices(db);
    const [newest, ...earlier] = known.filter((one) => merchantId !== null && one.merchantId === merchantId);
    if (newest?.address !== address) return savedAt;
    const isOver = by.at.getTime() - newest.usedAt.getTime() > KEEP_EARLIER_MS;
    for (const { address: from } of earlier) {
      await moveService(db, { from, to: address }, by);
      if (isOver) await deleteKnownService(db, from);
    }
    return savedAt;
  });
  if (begunAt === null) begun.set(routing, usedAt);
}

/** Another merchant had this address, or has it with another key: its records stay, under a name that no service has. */
async function setAside(
  db: Db,
  { address, merchantId }: { address: string; merchantId: string },
  by: Mover,
): Promise<void> {
  const before = await findKnownService(db, address);
  if (before === null || before.merchantId === null || before.merchantId === merchantId) return;
  const to = `${address}#${before.merchantId}`;
  await saveKnownService(db, { address: to, merchantId: before.merchantId, begunAt: before.usedAt });
  await moveService(db, { from: address, to }, by);
}

/** Moves the records of a service to another address, with an audit entry, and lets them go on there. */
export async function moveService(
  db: Db,
  { from, to }: { from: string; to: string },
  by: Mover,
): Promise<void> {
  const moved = await moveRecords(db, { from, to });
  if (moved === 0) return;
  // Before the audit log is locked: what stores an outcome locks its row first, too.
  await askForOpenIntents(db);
  await askForRuns(db);
  await askForCancels(db);
  await recordAudit(db, {
    ...by,
    action: "service_address_changed",
    subject: { kind: "merchant_account", id: to },
    detail: { before: from, after: to, rows: moved },
  });
}
