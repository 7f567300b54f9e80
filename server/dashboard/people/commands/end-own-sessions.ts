import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { deleteSessionsOf } from "../store/sessions";
import { personIdSchema } from "./people-input";

/** Ends one of one's own sessions, or all but the current one; returns how many ended. */
export async function endOwnSessions(ctx: Ctx, which: { only: string } | "others"): Promise<number> {
  const { userId, sessionId: own } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  if (which !== "others" && !personIdSchema.safeParse(which.only).success) return 0;
  return inTransaction(ctx.pool, async (db) => {
    const count = await deleteSessionsOf(db, userId, which === "others" ? { but: own } : which);
    if (count === 0) return 0;
    await recordAudit(db, {
      at: ctx.clock.now(),
      actor: ctx.actor,
      action: "sessions_ended",
      subject: { kind: "person", id: userId },
      detail: { email: ctx.actor.email, count },
      requestId: ctx.requestId,
    });
    return count;
  });
}
