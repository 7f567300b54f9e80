import { randomUUID } from "node:crypto";
import { z } from "zod";
import { roleText } from "@/lib/can";
import type { InviteFault, InviteOutcome } from "@/lib/people";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findPersonByEmail, insertInvitedPerson } from "../store/people";
import { makeAndMailLink } from "./make-link";
import { holdRoles, readGivenRole, roleSchema } from "./given-role";
import { emailSchema, nameSchema } from "./people-input";

const inputSchema = z.object({ email: emailSchema, name: nameSchema, role: roleSchema });

/** Adds an invited person and makes their invitation link. The link is shown once. */
export async function invitePerson(ctx: Ctx, input: unknown): Promise<InviteOutcome> {
  if (!(await authorize(ctx, "manage_people", { kind: "people", id: "" }))) return { kind: "forbidden" };
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => issue.path[0]));
    const faults = (["email", "name", "role"] satisfies InviteFault[]).filter((name) => names.has(name));
    return { kind: "invalid", faults };
  }
  return inTransaction(ctx.pool, async (db): Promise<InviteOutcome> => {
    const own = await holdRoles(db, ctx);
    if (own === null) return { kind: "forbidden" };
    const given = await readGivenRole(db, own, parsed.data.role);
    if (given.kind !== "given") return { kind: given.kind };
    const person = { id: randomUUID(), ...parsed.data, role: given.role };
    const at = ctx.clock.now();
    if (!(await insertInvitedPerson(db, person, at))) {
      const other = await findPersonByEmail(db, person.email);
      return { kind: "taken", personId: other?.id ?? "" };
    }
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "person_invited",
      subject: { kind: "person", id: person.id },
      detail: { email: person.email, role: roleText(person.role) },
      requestId: ctx.requestId,
    });
    return makeAndMailLink(db, ctx, person.id, at);
  });
}
