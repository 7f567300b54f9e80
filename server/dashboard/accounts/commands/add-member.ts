import { z } from "zod";
import type { MemberOutcome } from "@/lib/accounts/account-views";
import { roleText } from "@/lib/can";
import type { Db, Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { emailSchema, holdRoles, isConfirmed, notifyOfRole, readGivenRole, roleSchema } from "../../people";
import { findPerson, findPersonByEmail, lockSignInRight } from "../../people/store";
import { inAccount } from "../in-account";
import { scopeOf } from "../scope";
import { insertMember, type Member } from "../store/members";

const schema = z.object({ email: emailSchema, role: roleSchema });

/**
 * Gives somebody who signs in here a role in the account of the context, by an admin of that account. The person is found
 * by the exact e-mail alone: the people of other accounts are not listed. `home`: the first account's tables.
 */
export async function addMember(ctx: Ctx, input: unknown, home: Pool): Promise<MemberOutcome> {
  if (!(await authorize(ctx, "manage_people", { kind: "people", id: "" }))) return { kind: "forbidden" };
  const parsed = schema.safeParse(input);
  if (!parsed.success) return { kind: "invalid" };
  if (ctx.account.slug === null) return { kind: "forbidden" };
  const { email, role } = parsed.data;
  const { id } = (await findPersonByEmail(home, email)) ?? { id: null };
  if (id === null) return { kind: "nobody" };
  const scope = scopeOf(ctx.account.id);
  // One transaction of both accounts: somebody who is deactivated meanwhile must not come in as an active person. The lock
  // of roles first, as whatever changes a person takes it: two connections would wait for each other unseen by Postgres.
  return inTransaction(home, async (db): Promise<MemberOutcome> => {
    const given = await inAccount(db, scope, async (there) => {
      const own = await holdRoles(there, ctx);
      return own === null ? ({ kind: "forbidden" } as const) : readGivenRole(there, own, role);
    });
    if (given.kind !== "given") return { kind: given.kind };
    const person = (await lockSignInRight(db, id)) ? await findPerson(db, id) : null;
    if (person === null) return { kind: "nobody" };
    if (!(await isConfirmed(db, person.id, ctx.clock.now()))) return { kind: "unconfirmed" };
    return inAccount(db, scope, (there) => add(there, ctx, { ...person, role: given.role }));
  });
}

async function add(db: Db, ctx: Ctx, member: Member): Promise<MemberOutcome> {
  if (!(await insertMember(db, member))) return { kind: "already_member" };
  const at = ctx.clock.now();
  await notifyOfRole(db, ctx, { personId: member.id, from: null, to: member.role, at });
  await recordAudit(db, {
    at,
    actor: ctx.actor,
    action: "person_added",
    subject: { kind: "person", id: member.id },
    detail: { email: member.email, role: roleText(member.role) },
    requestId: ctx.requestId,
  });
  return { kind: "added" };
}
