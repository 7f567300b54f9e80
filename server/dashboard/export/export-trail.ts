import { limited } from "@/server/platform/log";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { type AuditAction, type AuditDetail, hasBegun, recordAudit } from "../audit/store";
import type { Ctx } from "../context";

/** The contexts of one person in the accounts that a file has rows of. */
export type ExportAccounts = readonly [Ctx, ...Ctx[]];

type ExportAction = Extract<AuditAction, "export_begun" | "export_finished" | "export_broken">;
type ExportEntry = { action: ExportAction; detail: AuditDetail };
/** What each account's log gets about one export. */
type Entries = { exportId: string; entryOf: (ctx: Ctx) => ExportEntry };

const LOCK_TIMEOUT = "2s";

/**
 * Writes an entry into the audit log of each account, or into none: every entry is written before the first is committed.
 * So a log that takes no entry leaves none in another, which would be about a file that does not exist. Accounts are locked
 * in their order (decision 0303). Two connections can wait for each other unseen by Postgres, for instance with somebody who
 * closes the second account, whose log they lock first: so no lock is waited for longer than LOCK_TIMEOUT.
 */
export function recordInAll([first, ...others]: ExportAccounts, entries: Entries): Promise<void> {
  // Alone, it waits as every other action does.
  if (others.length === 0) return record(first.pool, first, entries);
  return recordNested([first, ...others], entries);
}

async function recordNested([first, ...others]: readonly Ctx[], entries: Entries): Promise<void> {
  if (first === undefined) return;
  await inTransaction(first.pool, async (db) => {
    await db.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await record(db, first, entries);
    await recordNested(others, entries);
  });
}

/** Writes it into each log that takes it. Never throws: the file is broken already, and the reason is not this. */
export async function recordInEach(accounts: readonly Ctx[], entries: Entries): Promise<void> {
  await Promise.all(
    accounts.map((ctx) =>
      record(ctx.pool, ctx, entries).catch((error: unknown) =>
        limited(ctx.logger).error({ err: error }, "the end of an export could not be recorded"),
      ),
    ),
  );
}

/** The accounts whose log has the beginning of an export. Never throws: what cannot be read now is ended a day later (0127). */
export async function whereBegun(accounts: readonly Ctx[], exportId: string): Promise<Ctx[]> {
  const begun = await Promise.all(
    accounts.map((ctx) =>
      hasBegun(ctx.pool, exportId).catch((error: unknown) => {
        limited(ctx.logger).error({ err: error }, "the beginning of an export could not be looked for");
        return false;
      }),
    ),
  );
  return accounts.filter((_, place) => begun[place] === true);
}

function record(db: Db, ctx: Ctx, { exportId, entryOf }: Entries): Promise<void> {
  const { clock, actor, requestId } = ctx;
  const { action, detail } = entryOf(ctx);
  const subject = { kind: "export", id: exportId } as const;
  return recordAudit(db, { at: clock.now(), actor, action, subject, detail, requestId });
}
