import type { AccountView } from "@/lib/people";
import { requirePermission } from "../auth/authorize";
import type { Ctx } from "../context";
import { findPerson } from "../store/people";
import { countRecoveryCodes, findSecondFactor } from "../store/second-factors";
import { listSessions } from "../store/sessions";
import { presentSession } from "./read-person";

/** What somebody sees of their own account. */
export async function readAccount(ctx: Ctx): Promise<AccountView> {
  const { userId, sessionId, name, email, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  const [person, factor, left, sessions] = await Promise.all([
    findPerson(ctx.pool, userId),
    findSecondFactor(ctx.pool, userId),
    countRecoveryCodes(ctx.pool, userId),
    listSessions(ctx.pool, userId, ctx.clock.now()),
  ]);
  const since = factor?.confirmedAt ?? null;
  return {
    name,
    email,
    role,
    hasPassword: person !== null && person.passwordHash !== null,
    secondFactor: { isOn: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft: left },
    sessions: sessions.map((session) => presentSession(session, sessionId)),
  };
}
