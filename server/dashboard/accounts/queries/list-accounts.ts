import { roleAllows } from "@/lib/can";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import type { AccountChoice, AccountRow } from "@/lib/accounts/account-views";
import { ForbiddenError, requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findPerson } from "../../people/store";
import type { Services } from "../../runtime";
import type { Accounts } from "../accounts";
import { scopeOf } from "../scope";
import { countAdmins, findMemberships } from "../store/members";

/** Every merchant account, for admins of the first one. */
export async function listAccountRows(ctx: Ctx, accounts: Accounts<Services>): Promise<AccountRow[]> {
  await requirePermission(ctx, "manage_accounts", { kind: "merchant_account", id: "" });
  if (ctx.account.slug !== null) throw new ForbiddenError("manage_accounts");
  const [first, others] = await Promise.all([accounts.first(), accounts.list()]);
  const admins = await countAdmins(
    ctx.pool,
    [{ id: FIRST_ACCOUNT_ID, schema: null }, ...others.map(({ id }) => scopeOf(id))],
    ctx.actor.userId,
  );
  const peopleOf = (id: number) => {
    const { count = 0, isOne = false } = admins.get(id) ?? {};
    return { admins: count, mayManagePeople: isOne };
  };
  return [
    {
      id: FIRST_ACCOUNT_ID,
      slug: first.ownSlug,
      name: first.name,
      colour: first.colour,
      isFirst: true,
      serviceAddress: ctx.routing.serviceAddress,
      credentialsChangedAt: null,
      closedAt: null,
      ...peopleOf(FIRST_ACCOUNT_ID),
    },
    ...others.map(({ id, slug, name, colour, baseUrl, credentialsChangedAt, closedAt }) => ({
      id,
      slug,
      name,
      colour,
      isFirst: false,
      serviceAddress: baseUrl ?? "",
      credentialsChangedAt: credentialsChangedAt?.toISOString() ?? null,
      closedAt: closedAt?.toISOString() ?? null,
      ...peopleOf(id),
    })),
  ];
}

/**
 * The accounts to which the person of the context may invite somebody alone, the first one first; empty when there is no
 * choice.
 */
export async function listInvitableAccounts(
  ctx: Ctx,
  accounts: Accounts<Services>,
): Promise<Pick<AccountChoice, "slug" | "name">[]> {
  if (ctx.account.slug !== null || !roleAllows(ctx.actor.role, "manage_accounts")) return [];
  const [first, all] = await Promise.all([accounts.first(), accounts.list()]);
  const open = all.filter(({ closedAt }) => closedAt === null);
  return open.length === 0
    ? []
    : [{ slug: null, name: first.name }, ...open.map(({ slug, name }) => ({ slug, name }))];
}

/**
 * The accounts in which the person of the context has a role, the first one first: what they may switch to. `home`: the
 * first account's services.
 */
export async function listAccountChoices(
  ctx: Ctx,
  home: Pick<Services, "pool">,
  accounts: Accounts<Services>,
): Promise<AccountChoice[]> {
  const others = (await accounts.list()).filter(({ closedAt }) => closedAt === null);
  if (others.length === 0) return [];
  const [first, person, memberships] = await Promise.all([
    accounts.first(),
    findPerson(home.pool, ctx.actor.userId),
    findMemberships(
      home.pool,
      ctx.actor.userId,
      others.map(({ id }) => scopeOf(id)),
    ),
  ]);
  return [
    ...(person === null || person.deactivatedAt !== null
      ? []
      : [{ slug: null, name: first.name, colour: first.colour }]),
    ...others
      .filter(({ id }) => memberships.has(id))
      .map(({ slug, name, colour }) => ({ slug, name, colour })),
  ];
}
