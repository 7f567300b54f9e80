import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { VerifyAuditOutcome } from "@/lib/audit";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../store/record-audit";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { insertVerification, latestVerification, lockVerifications } from "../store/audit-verifications";

/** How many entries "the newest" are. */
const NEWEST_ROWS = 10_000;
/** A verification that has not ended after this long does not block another. */
const GIVEN_UP_AFTER_MS = 10 * 60_000;

const inputSchema = z.enum(["newest", "all"]);

/** Has a job verify the log; one at a time, because it reads every entry. */
export async function verifyAuditLog(ctx: Ctx, scope: unknown): Promise<VerifyAuditOutcome> {
  if (!(await authorize(ctx, "view_audit", { kind: "audit", id: "" }))) return { kind: "forbidden" };
  const newestRows = inputSchema.catch("newest").parse(scope) === "all" ? null : NEWEST_ROWS;
  return inTransaction(ctx.pool, async (db) => {
    await lockVerifications(db);
    const at = ctx.clock.now();
    const latest = await latestVerification(db);
    const isRunning =
      latest !== null &&
      latest.finishedAt === null &&
      at.getTime() - latest.requestedAt.getTime() < GIVEN_UP_AFTER_MS;
    if (isRunning) return { kind: "running" };
    const id = randomUUID();
    await insertVerification(db, { id, requestedById: ctx.actor.userId, requestedAt: at, newestRows });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "audit_verification_requested",
      subject: { kind: "audit", id },
      detail: { rows: newestRows },
      requestId: ctx.requestId,
    });
    return { kind: "started" };
  });
}
