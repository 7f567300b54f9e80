import { randomUUID } from "node:crypto";
import { inTransaction } from "@/server/platform/transaction";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { lockPerson } from "../../people/store";
import { findLastEmail, insertEmail } from "../store/emails";
import { takeTurns } from "../store/turns";

/** The pause between two test messages of a person, in milliseconds: the button must not flood a mailbox. */
const PAUSE_MS = 30_000;

/** Sends a test message to oneself. "too_soon" right after another message. */
export async function sendTestEmail(ctx: Ctx): Promise<"queued" | "too_soon" | "no_mail"> {
  const { userId } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  if (ctx.mail === null) return "no_mail";
  return inTransaction(ctx.pool, async (db) => {
    // Two requests at the same time would both find no earlier message.
    await lockPerson(db, userId);
    const at = ctx.clock.now();
    const last = await findLastEmail(db, userId);
    if (last !== null && at.getTime() - last.createdAt.getTime() < PAUSE_MS) return "too_soon";
    await insertEmail(db, { id: randomUUID(), personId: userId, kind: "test", at });
    await takeTurns(db, "email", [{ id: userId, dueInMs: 0 }]);
    return "queued";
  });
}
