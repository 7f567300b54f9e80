import { z } from "zod";
import type { PasswordFaultKind } from "@/lib/people";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { requirePermission } from "../../auth/authorize";
import { notifyOfSignIn } from "../../auth/notify-of-sign-in";
import { openSession } from "../../auth/open-session";
import { verifyOwnPassword } from "../../auth/own-password";
import { hashPassword } from "../../auth/password";
import type { Ctx } from "../../context";
import { passwordFault } from "../domain/password-rule";
import { lockPerson, updatePasswordHash } from "../store/people";
import { forgetDevices } from "../store/person-devices";
import { listSessions } from "../store/sessions";

type OwnPasswordChange =
  /** All sessions have ended; this one replaces the session of the request. */
  | { kind: "changed"; sessionId: string }
  | { kind: "wrong_password" | "no_password" | "busy" }
  | { kind: "invalid"; fault: PasswordFaultKind }
  | { kind: "locked"; until: Date };

const inputSchema = z.object({ current: z.string().max(1_000), next: z.string().max(5_000) });

/** A thief of any session, this one included, is signed out. Requires the current password. */
export async function changeOwnPassword(ctx: Ctx, input: unknown): Promise<OwnPasswordChange> {
  await requirePermission(ctx, "manage_account", { kind: "account", id: ctx.actor.userId });
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return { kind: "wrong_password" };
  const { current, next } = parsed.data;
  // First, so that a form that cannot succeed checks no password and clears no count.
  const fault = passwordFault(next, ctx.actor);
  if (fault !== null) return { kind: "invalid", fault };
  const verified = await verifyOwnPassword(ctx, current);
  if (verified.kind !== "right") return verified;

  const hashed = await ctx.hashQueues.signedIn.run(() => hashPassword(next));
  if (hashed.kind === "busy") return { kind: "busy" };
  const passwordHash = hashed.value;
  return inTransaction(ctx.pool, async (db) => {
    const person = await lockPerson(db, ctx.actor.userId);
    // Changed meanwhile, by the person or by an admin's link: the password given is not the current one any more.
    if (person === null || person.passwordHash !== verified.passwordHash) return { kind: "wrong_password" };
    const at = ctx.clock.now();
    const own = (await listSessions(db, person.id, at)).find(({ id }) => id === ctx.actor.sessionId);
    const device = { userAgent: own?.device ?? null, tokenHash: own?.deviceHash ?? null };
    await updatePasswordHash(db, person.id, passwordHash);
    await forgetDevices(db, person.id, device.tokenHash, at);
    const detail = { change: "password", at: at.toISOString(), by: null } as const;
    await notifyOfSignIn(db, person.id, at, { event: "sign_in_changed", detail });
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "password_changed",
      subject: { kind: "person", id: person.id },
      requestId: ctx.requestId,
    });
    const sessionId = await openSession(db, person, {
      by: own?.openedBy ?? "password",
      device,
      at,
      requestId: ctx.requestId,
    });
    return { kind: "changed", sessionId };
  });
}
