import { z } from "zod";
import { covers } from "@/lib/can";
import type { AccountOutcome } from "@/lib/accounts/account-views";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { emailSchema, holdRoles, isConfirmed, notifyOfRole } from "../../people";
import { findPersonByEmail, lockSignInRight, updateRole } from "../../people/store";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import { inAccount } from "../in-account";
import { scopeOf } from "../scope";
import { lockAccount } from "../store/accounts";
import { findMemberRole, hasActiveAdmin, insertMember } from "../store/members";
import { readAccountId } from "./account-input";

const inputSchema = z.object({ email: emailSchema });

/**
 * Makes somebody who signs in here the admin of a further account in which no active admin is left; by an admin of the first
 * one, and only then: otherwise its people are its own admins' alone. Both audit logs have an entry.
 */
export async function appointAdmin(ctx: Ctx, input: unknown): Promise<AccountOutcome> {
  const id = readAccountId(input);
  const mayManage = await authorize(ctx, "manage_accounts", {
    kind: "merchant_account",
    id: id === null ? "" : String(id),
  });
  if (!mayManage || ctx.account.slug !== null) return { kind: "forbidden" };
  if (id === null || id === FIRST_ACCOUNT_ID) return { kind: "not_found" };
  const given = inputSchema.safeParse(input);
  if (!given.success) return { kind: "nobody" };
  return inTransaction(ctx.pool, async (db): Promise<AccountOutcome> => {
    // Nobody makes an admin who is none, or is none any more (decision 0304). The lock is that of every account's admins.
    const own = await holdRoles(db, ctx);
    if (own === null || !covers(own, "admin")) return { kind: "forbidden" };
    const account = await lockAccount(db, id);
    if (account === null) return { kind: "not_found" };
    const person = await findPersonByEmail(db, given.data.email);
    if (person === null || person.activatedAt === null) return { kind: "nobody" };
    if (!(await lockSignInRight(db, person.id))) return { kind: "nobody" };
    const at = ctx.clock.now();
    if (!(await isConfirmed(db, person.id, at))) return { kind: "unconfirmed" };
    const by = { at, actor: ctx.actor, requestId: ctx.requestId } as const;
    const isAppointed = await inAccount(db, scopeOf(account.id), async (there) => {
      if (await hasActiveAdmin(there)) return false;
      const from = await findMemberRole(there, person.id);
      const isNew = await insertMember(there, { ...person, role: "admin" });
      if (!isNew) await updateRole(there, person.id, "admin");
      await notifyOfRole(there, ctx, { personId: person.id, from, to: "admin", at });
      const subject = { kind: "person", id: person.id } as const;
      const detail = { email: person.email, role: "admin", cause: "no_admin" };
      await recordAudit(there, { ...by, action: "admin_appointed", subject, detail });
      return true;
    });
    if (!isAppointed) return { kind: "has_admin" };
    const subject = { kind: "merchant_account", id: account.slug } as const;
    await recordAudit(db, { ...by, action: "admin_appointed", subject, detail: { email: person.email } });
    return { kind: "saved" };
  });
}
