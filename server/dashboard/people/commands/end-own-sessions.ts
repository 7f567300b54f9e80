import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { endSessionsOf } from "../store/person-devices";
import { personIdSchema } from "./people-input";

/** Ends one of one's own sessions, or all but the current one; returns how many ended. */
export async function endOwnSessions(ctx: Ctx, which: { only: string } | "others"): Promise<number> {
  const { userId, sessionId: own } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  if (which !== "others" && !personIdSchema.safeParse(which.only).success) return 0;
  return inTransaction(ctx.pool, async (db) => {
    const at = ctx.clock.now();
    const count = await endSessionsOf(db, userId, which === "others" ? { but: own } : which, at);
    if (count === 0) return 0;
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "sessions_ended",
      subject: { kind: "person", id: userId },
      detail: { email: ctx.actor.email, count },
      requestId: ctx.requestId,
    });
    return count;
  });
}
