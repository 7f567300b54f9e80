import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { InviteFault, InviteOutcome } from "@/lib/people";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findPersonByEmail, insertInvitedPerson } from "../store/people";
import { makeAndMailLink } from "./make-link";
import { emailSchema, nameSchema, roleSchema } from "./people-input";

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
  const person = { id: randomUUID(), ...parsed.data };
  return inTransaction(ctx.pool, async (db) => {
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
      detail: { email: person.email, role: person.role },
      requestId: ctx.requestId,
    });
    return makeAndMailLink(db, ctx, person.id, at);
  });
}
