import { randomUUID } from "node:crypto";
import { z } from "zod";
import { covers, ROLES } from "@/lib/can";
import type { InviteFault, InviteOutcome } from "@/lib/people";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { emailSchema, holdRoles, makeAndMailLink, nameSchema } from "../../people";
import { findPersonByEmail, insertInvitedPerson } from "../../people/store";
import type { Services } from "../../runtime";
import type { Accounts } from "../accounts";
import { inAccount } from "../in-account";
import { scopeOf } from "../scope";
import { lockAccount } from "../store/accounts";
import { insertMember } from "../store/members";

const inputSchema = z.object({
  email: emailSchema,
  name: nameSchema,
  role: z.enum(ROLES),
  account: z.string().min(1).max(40),
});
const FIELDS = ["email", "name", "role", "account"] as const satisfies readonly InviteFault[];

/**
 * Invites a person to one further account alone, by an admin of the first one: whoever makes the link could open it, so it
 * is not for the admins of other accounts (decision 0302). Person, role, link and both audit entries are one transaction.
 */
export async function inviteToAccount(
  ctx: Ctx,
  input: unknown,
  accounts: Pick<Accounts<Services>, "list">,
): Promise<InviteOutcome> {
  for (const permission of ["manage_people", "manage_accounts"] as const) {
    if (!(await authorize(ctx, permission, { kind: "people", id: "" }))) return { kind: "forbidden" };
  }
  if (ctx.account.slug !== null) return { kind: "forbidden" };
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => issue.path[0]));
    return { kind: "invalid", faults: FIELDS.filter((name) => names.has(name)) };
  }
  const { email, name, role, account: slug } = parsed.data;
  const known = (await accounts.list()).find((each) => each.slug === slug);
  if (known === undefined) return { kind: "invalid", faults: ["account"] };
  const id = randomUUID();
  return inTransaction(ctx.pool, async (db): Promise<InviteOutcome> => {
    // Whoever makes the link could open it: it must not let them in with more than they have here (decision 0304).
    const own = await holdRoles(db, ctx);
    if (own === null) return { kind: "forbidden" };
    if (!covers(own, role)) return { kind: "exceeds" };
    const account = await lockAccount(db, known.id);
    if (account === null || account.closedAt !== null) return { kind: "invalid", faults: ["account"] };
    const at = ctx.clock.now();
    // The role here grants nothing: they have none in this account.
    if (!(await insertInvitedPerson(db, { id, email, name, role: "support" }, at, true))) {
      const other = await findPersonByEmail(db, email);
      return { kind: "taken", personId: other?.id ?? "" };
    }
    const subject = { kind: "person", id } as const;
    const by = { at, actor: ctx.actor, subject, requestId: ctx.requestId };
    await recordAudit(db, { ...by, action: "person_invited", detail: { email, role, account: slug } });
    await inAccount(db, scopeOf(account.id), async (there) => {
      await insertMember(there, { id, email, name, role, createdAt: at, activatedAt: null });
      await recordAudit(there, { ...by, action: "person_added", detail: { email, role } });
    });
    return makeAndMailLink(db, ctx, id, at);
  });
}
