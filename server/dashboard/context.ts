import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ACCOUNT_HEADER } from "@/lib/accounts/address";
import { HEADERS } from "@/lib/contract/canonical";
import { findMemberRole } from "./accounts/store/members";
import type { Actor } from "./auth/actor";
import { currentActor } from "./auth/current-actor";
import { getRuntime, type Services } from "./runtime";

/** The context of every command and query: the services of one account, the person and the request. */
export type Ctx = Services & { actor: Actor; requestId: string };

/**
 * For actions, handlers and pages; null when signed out. The account is that of the request's address, and the person's
 * role is the one that they have in it; without one, as in an account that does not exist, nothing is found (0300).
 */
export async function currentCtx(): Promise<Ctx | null> {
  const actor = await currentActor();
  if (actor === null) return null;
  const slug = (await headers()).get(ACCOUNT_HEADER);
  if (slug === null || slug === (await getRuntime().accounts.first()).ownSlug) {
    if (actor.isOnlyElsewhere) notFound();
    return contextOf(getRuntime(), actor);
  }
  const member = await findMember(slug, actor.userId);
  if (member === null) notFound();
  return contextOf(member.services, { ...actor, role: member.role });
}

/** Of the first account, for what a person has once: their password, sessions and two-factor authentication. */
export async function ownCtx(): Promise<Ctx | null> {
  const actor = await currentActor();
  if (actor === null) return null;
  // Somebody with a role in other accounts alone has none here: the least one, whichever they had before.
  return contextOf(getRuntime(), actor.isOnlyElsewhere ? { ...actor, role: "support" } : actor);
}

/** Read once per rendering of a page. */
const findMember = cache(async (slug: string, personId: string) => {
  const services = await getRuntime().accounts.find(slug);
  const role = services === null ? null : await findMemberRole(services.pool, personId);
  return services === null || role === null ? null : { services, role };
});

async function contextOf(services: Services, { userId, name, email, role, sessionId }: Actor): Promise<Ctx> {
  const {
    account,
    pool,
    clock,
    elapsedMs,
    routing,
    logger,
    vault,
    hashQueues,
    signInLimits,
    counters,
    mail,
    chat,
    notificationLimits,
  } = services;
  const requestId = (await headers()).get(HEADERS.requestId) ?? randomUUID();
  return {
    actor: { userId, name, email, role, sessionId },
    account,
    pool,
    clock,
    elapsedMs,
    routing,
    vault,
    hashQueues,
    signInLimits,
    counters,
    mail,
    chat,
    notificationLimits,
    logger: logger.child({ requestId }),
    requestId,
  };
}
