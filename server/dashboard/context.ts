import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ACCOUNT_HEADER } from "@/lib/accounts/address";
import { HEADERS } from "@/lib/contract/canonical";
import type { AccountIdentity } from "@/lib/accounts/account";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { scopeOf } from "./accounts/scope";
import { findMemberRole, findMemberships } from "./accounts/store/members";
import { currentRequestId } from "@/server/platform/request-context";
import type { Actor } from "./auth/actor";
import { currentActor } from "./auth/current-actor";
import { getRuntime, type Services } from "./runtime";

/** The context of every command and query: the services of one account, the person and the request. */
export type Ctx = Services & { actor: Actor; requestId: string };

/**
 * Returns the context for actions, handlers and pages; null when signed out. The account is that of the request's
 * address, and the person's role is the one that they have in it; without one, as in an account that does not exist,
 * nothing is found (0300).
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

/** An account in which the signed-in person has a role; `ctx`: null when its credentials do not open. */
export type OwnAccount = AccountChoice & { ctx: Ctx | null };

/**
 * Every open account in which the person has a role, with their role there, the first one first: for the pages of all
 * accounts (decision 0303). Each `ctx` is that of the account's own pages. Null when signed out.
 */
export async function ownAccounts(): Promise<OwnAccount[] | null> {
  const actor = await currentActor();
  if (actor === null) return null;
  const runtime = getRuntime();
  const [first, all] = await Promise.all([runtime.accounts.first(), runtime.accounts.list()]);
  const others = await Promise.all(
    all
      .filter(({ closedAt }) => closedAt === null)
      .map(({ id, slug, name, colour }) => contextIn(actor, { id, slug, name, colour })),
  );
  return [
    ...(actor.isOnlyElsewhere
      ? []
      : [{ slug: null, name: first.name, colour: first.colour, ctx: await contextOf(runtime, actor) }]),
    ...others.filter((account) => account !== null),
  ];
}

async function contextIn(actor: Actor, { id, ...choice }: AccountIdentity): Promise<OwnAccount | null> {
  const { pool, accounts, logger } = getRuntime();
  try {
    const services = await accounts.findById(id);
    const role = services === null ? null : await findMemberRole(services.pool, actor.userId);
    return services === null || role === null
      ? null
      : { ...choice, ctx: await contextOf(services, { ...actor, role }) };
  } catch (error) {
    logger.warn({ err: error, account: choice.slug }, "an account could not be opened");
    const theirs = await findMemberships(pool, actor.userId, [scopeOf(id)]);
    return theirs.has(id) ? { ...choice, ctx: null } : null;
  }
}

/**
 * Returns the context of the first account, for what a person has once: their password, sessions and two-factor
 * authentication.
 */
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
    accountLabel,
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
    accountLabel,
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
    // Where a request runs in its context, the logger writes the id itself.
    logger: currentRequestId() === null ? logger.child({ requestId }) : logger,
    requestId,
  };
}
