import { z } from "zod";
import type { MemberOutcome } from "@/lib/accounts/account-views";
import { roleText } from "@/lib/can";
import type { Db, Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { holdRoles, readGivenRole, roleSchema } from "../../people";
import { findPersonByEmail, lockSignInRight } from "../../people/store";
import { insertMember, type Member } from "../store/members";

const schema = z.object({
  email: z
    .string()
    .max(254)
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.email()),
  role: roleSchema,
});

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
  const person = await findPersonByEmail(home, email);
  if (person === null) return { kind: "nobody" };
  // Locked there until it is stored here: somebody who is deactivated meanwhile must not come in as an active person.
  return inTransaction(home, async (homeDb): Promise<MemberOutcome> => {
    if (!(await lockSignInRight(homeDb, person.id))) return { kind: "nobody" };
    return inTransaction(ctx.pool, async (db): Promise<MemberOutcome> => {
      const own = await holdRoles(db, ctx);
      if (own === null) return { kind: "forbidden" };
      const given = await readGivenRole(db, own, role);
      return given.kind === "given" ? add(db, ctx, { ...person, role: given.role }) : { kind: given.kind };
    });
  });
}

async function add(db: Db, ctx: Ctx, member: Member): Promise<MemberOutcome> {
  if (!(await insertMember(db, member))) return { kind: "already_member" };
  await recordAudit(db, {
    at: ctx.clock.now(),
    actor: ctx.actor,
    action: "person_added",
    subject: { kind: "person", id: member.id },
    detail: { email: member.email, role: roleText(member.role) },
    requestId: ctx.requestId,
  });
  return { kind: "added" };
}
