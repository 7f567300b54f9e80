import { z } from "zod";
import type { PersonView, SessionView } from "@/lib/people";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findCodeLock } from "../store/code-failures";
import { findPerson } from "../store/people";
import { findOpenLink } from "../store/person-links";
import { findSecondFactor } from "../store/second-factors";
import { findLastUse, listSessions, type ListedSession } from "../store/sessions";
import { findLock } from "../store/sign-in-failures";
import { stateOf } from "./list-people";

/** One person with everything that an admin can change about them; null for an unknown id. */
export async function readPerson(ctx: Ctx, personId: string): Promise<PersonView | null> {
  await requirePermission(ctx, "manage_people", { kind: "person", id: personId });
  if (!z.uuid().safeParse(personId).success) return null;
  const now = ctx.clock.now();
  const person = await findPerson(ctx.pool, personId);
  if (person === null) return null;
  const [factor, sessions, lastUsedAt, passwordLock, codeLock, link] = await Promise.all([
    findSecondFactor(ctx.pool, personId),
    listSessions(ctx.pool, personId, now),
    findLastUse(ctx.pool, personId),
    findLock(ctx.pool, person.email, now),
    findCodeLock(ctx.pool, personId, now),
    findOpenLink(ctx.pool, personId),
  ]);
  const views = sessions.map((session) => presentSession(session, ctx.actor.sessionId));
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    state: stateOf(person),
    isInvited: person.activatedAt === null,
    isOwn: person.id === ctx.actor.userId,
    hasPassword: person.passwordHash !== null,
    hasSecondFactor: factor !== null && factor.confirmedAt !== null,
    createdAt: person.createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    lockedUntil: laterOf(passwordLock, codeLock)?.toISOString() ?? null,
    link:
      link === null
        ? null
        : {
            createdAt: link.createdAt.toISOString(),
            expiresAt: link.expiresAt.toISOString(),
            hasRunOut: link.expiresAt <= now,
          },
    sessions: views,
  };
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

export function presentSession(session: ListedSession, ownSessionId: string): SessionView {
  return {
    id: session.id,
    isOwn: session.id === ownSessionId,
    device: session.device,
    openedBy: session.openedBy,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: (session.lastUsedAt ?? session.createdAt).toISOString(),
    expiresAt: session.expiresAt.toISOString(),
  };
}
