import type { z } from "zod";
import { covers } from "@/lib/can";
import type { AccountOutcome } from "@/lib/accounts/account-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { holdRoles } from "../../people";
import { findPerson } from "../../people/store";
import type { Services } from "../../runtime";
import type { Accounts } from "../accounts";
import { checkCredentials } from "../check-credentials";
import { sealCredentials } from "../credentials";
import { inAccount } from "../in-account";
import { findSameMerchant } from "../find-same-merchant";
import { knownAccounts, whileAdding } from "../while-adding";
import { clientFor } from "../registry";
import { insertAccount, nextAccountId } from "../store/accounts";
import { insertMember } from "../store/members";
import { scopeOf } from "../scope";
import { newAccountSchema, invalidFields } from "./account-input";
import { isKeyInUse } from "./is-key-in-use";

/**
 * Adds an account whose credentials its service accepts. Its tables come before its row, so a process that is killed in
 * between leaves a schema that nobody uses, and no account without tables. The admin is its first person. A merchant who
 * has an account already is refused; where that cannot be known, the person has to say that it is another one.
 */
export async function addAccount(
  ctx: Ctx,
  input: unknown,
  accounts: Accounts<Services>,
): Promise<AccountOutcome> {
  if (!(await authorize(ctx, "manage_accounts", { kind: "merchant_account", id: "" })))
    return { kind: "forbidden" };
  if (ctx.account.slug !== null) return { kind: "forbidden" };
  const parsed = newAccountSchema.safeParse(input);
  if (!parsed.success) return { kind: "invalid", fields: invalidFields(parsed.error) };
  // They become its admin: nobody makes an admin who is none (decision 0304).
  if (!covers(ctx.actor.role, "admin")) return { kind: "forbidden" };
  const { data } = parsed;
  return whileAdding(ctx.pool, () => add(ctx, data, accounts));
}

async function add(
  ctx: Ctx,
  { name, slug, colour, baseUrl, apiKey, salt, isOtherMerchant }: z.infer<typeof newAccountSchema>,
  accounts: Accounts<Services>,
): Promise<AccountOutcome> {
  const credentials = { apiKey, apiSalt: salt };
  const { first, all } = await known(accounts);
  if (slug === first || all.some((other) => other.slug === slug)) return { kind: "slug_taken" };
  if (isKeyInUse(ctx, all, { baseUrl, apiKey })) return { kind: "in_use" };
  const client = clientFor(ctx, { baseUrl, credentials, timeoutMs: ctx.routing.timeoutMs });
  const checked = await checkCredentials(client);
  if (checked !== "accepted") return { kind: checked };
  const same = await findSameMerchant(client, await knownAccounts(ctx, accounts));
  if (same.kind === "found") return { kind: "same_merchant", name: same.name };
  if (same.kind === "unknown" && !isOtherMerchant) return { kind: "unverified", names: same.names };

  const id = await nextAccountId(ctx.pool);
  await accounts.prepare(id);
  const added = await inTransaction(ctx.pool, async (db) => {
    // The service may have taken long to answer: they may be no admin any more.
    const own = await holdRoles(db, ctx);
    if (own === null || !covers(own, "admin")) return "forbidden";
    const at = ctx.clock.now();
    const sealed = sealCredentials(ctx.vault, slug, credentials);
    const account = { id, slug, name, colour, baseUrl, sealedCredentials: sealed };
    if (!(await insertAccount(db, { ...account, createdBy: ctx.actor.userId }, at))) return "slug_taken";
    const admin = await findPerson(db, ctx.actor.userId);
    if (admin !== null) {
      await inAccount(db, scopeOf(id), (there) => insertMember(there, { ...admin, role: "admin" }));
    }
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "account_added",
      subject: { kind: "merchant_account", id: slug },
      detail: {
        after: `${name} (${colour}), ${baseUrl}`,
        ...(same.kind === "unknown" && { note: `not compared: ${same.names.join(", ")}` }),
      },
      requestId: ctx.requestId,
    });
    return "added";
  });
  if (added !== "added") return { kind: added };
  return { kind: "added", slug };
}

async function known(accounts: Accounts<Services>) {
  const [first, all] = await Promise.all([accounts.first(), accounts.list()]);
  return { first: first.ownSlug, all };
}
