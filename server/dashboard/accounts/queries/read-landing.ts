import { withAccount } from "@/lib/accounts/address";
import { PAGES_OF_ALL, splitAccount } from "@/lib/accounts/split-account";
import { paths } from "@/lib/paths";
import { findPerson } from "../../people/store";
import { getRuntime } from "../../runtime";
import { scopeOf } from "../scope";
import { findMemberships } from "../store/members";

/**
 * Where a person who has just signed in is led: to `wanted` when they have a role in its account, else to the payments of
 * the oldest account in which they have one. Null: they have a role in none that is open.
 */
export async function readLanding(
  personId: string,
  wanted: string = paths.payments(),
): Promise<string | null> {
  const { pool, accounts } = getRuntime();
  const [person, first, all] = await Promise.all([
    findPerson(pool, personId),
    accounts.first(),
    accounts.list(),
  ]);
  const { slug } = splitAccount(wanted.split(/[?#]/, 1)[0] ?? "");
  const isOfFirst = slug === null || slug === first.ownSlug;
  const page = wanted.split(/[/?#]/, 2)[1];
  const isOfAll = PAGES_OF_ALL.some((known) => known === page);
  const isInFirst = person !== null && person.deactivatedAt === null;
  if (isInFirst && isOfFirst) return wanted;
  const open = all.filter(({ closedAt }) => closedAt === null);
  const roles = await findMemberships(
    pool,
    personId,
    open.map(({ id }) => scopeOf(id)),
  );
  const theirs = open.filter(({ id }) => roles.has(id));
  if (isOfAll && theirs.length > 0) return wanted;
  if (theirs.some((account) => account.slug === slug)) return wanted;
  if (isInFirst) return paths.payments();
  return theirs[0] === undefined ? null : withAccount(theirs[0].slug, paths.payments());
}

/** Whether a person has a role in an account other than the first that is open. */
export async function hasOtherAccount(personId: string): Promise<boolean> {
  const { pool, accounts } = getRuntime();
  const open = (await accounts.list()).filter(({ closedAt }) => closedAt === null);
  const roles = await findMemberships(
    pool,
    personId,
    open.map(({ id }) => scopeOf(id)),
  );
  return roles.size > 0;
}
