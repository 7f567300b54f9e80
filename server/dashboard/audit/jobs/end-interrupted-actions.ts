import { inTransaction } from "@/server/platform/transaction";
import { lockInterruptedActions, listInterruptedActions } from "../store/interrupted-actions";
import { recordAudit } from "../store/record-audit";
import type { Services } from "../../runtime";

/** Longer than any request at the service takes: what is older was interrupted. */
const OVER_AFTER_MS = 15 * 60_000;
/** A client may take a file as slowly as it likes; a session does not last longer. */
const FILE_OVER_AFTER_MS = 24 * 60 * 60_000;
/** Longer than any outage that is worth reading about here. */
const LOOKED_FOR_MS = 30 * 24 * 60 * 60_000;
const LIMIT = 500;

/**
 * The process that began an action records its outcome. When it was stopped or killed in between, nobody did: the entry
 * stayed open for ever. It is recorded as unknown, and a download as broken (decision 0127). Refunds, cancels and bulk
 * runs have jobs that find out.
 */
export async function endInterruptedActions({
  pool,
  clock,
  logger,
}: Pick<Services, "pool" | "clock" | "logger">): Promise<void> {
  const now = clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const ended = await inTransaction(pool, async (db) => {
    await lockInterruptedActions(db);
    const interrupted = await listInterruptedActions(db, {
      from: ago(LOOKED_FOR_MS),
      actionsUntil: ago(OVER_AFTER_MS),
      filesUntil: ago(FILE_OVER_AFTER_MS),
      limit: LIMIT,
    });
    for (const { outcome, subject, requestId } of interrupted) {
      await recordAudit(db, {
        at: now,
        actor: "system",
        action: outcome,
        subject,
        detail: { why: "interrupted" },
        ...(requestId !== null && { requestId }),
      });
    }
    return interrupted.length;
  });
  if (ended > 0)
    logger.warn({ ended }, "actions that a stop interrupted were recorded as of unknown outcome");
}
