import type { AccountView, NoticeView } from "@/lib/people";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type AccountNotice, listNotices } from "../store/account-notices";
import { findPerson } from "../store/people";
import { countRecoveryCodes, findSecondFactor } from "../store/second-factors";
import { listSessions } from "../store/sessions";
import { presentSession } from "./read-person";

const NOTICES_SHOWN = 20;

/** The view of one's own account. */
export async function readAccount(ctx: Ctx): Promise<AccountView> {
  const { userId, sessionId, name, email, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  const [person, factor, left, sessions, notices] = await Promise.all([
    findPerson(ctx.pool, userId),
    findSecondFactor(ctx.pool, userId),
    countRecoveryCodes(ctx.pool, userId),
    listSessions(ctx.pool, userId, ctx.clock.now()),
    listNotices(ctx.pool, userId, NOTICES_SHOWN),
  ]);
  const since = factor?.confirmedAt ?? null;
  return {
    name,
    email,
    role,
    hasPassword: person !== null && person.passwordHash !== null,
    secondFactor: { isOn: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft: left },
    sessions: sessions.map((session) => presentSession(session, sessionId)),
    notices: notices.map(presentNotice),
  };
}

function presentNotice({ id, at, kind, purpose, seenAt }: AccountNotice): NoticeView {
  return { id: String(id), at: at.toISOString(), kind, purpose, isSeen: seenAt !== null };
}
