import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { InviteFault, MadeLink } from "@/lib/people";
import type { Clock } from "@/server/platform/clock";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { insertInvitedPerson } from "../store/people";
import { makeLink } from "./make-link";
import { emailSchema, nameSchema } from "./people-input";

export type InviteAdminOutcome =
  | MadeLink
  | { kind: "invalid"; faults: readonly InviteFault[] }
  /** Somebody has this e-mail already. */
  | { kind: "taken" };

const inputSchema = z.object({ email: emailSchema, name: nameSchema });

/**
 * Invites an admin from the command line, for an installation where nobody can sign in yet or any more. Checks no
 * permission: the caller has the owner's access to the database.
 */
export async function inviteAdmin(
  { pool, clock }: { pool: Pool; clock: Clock },
  input: { email: string; name: string },
): Promise<InviteAdminOutcome> {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => issue.path[0]));
    return {
      kind: "invalid",
      faults: (["email", "name"] satisfies InviteFault[]).filter((name) => names.has(name)),
    };
  }
  const person = { id: randomUUID(), role: "admin" as const, ...parsed.data };
  return inTransaction(pool, async (db) => {
    const at = clock.now();
    if (!(await insertInvitedPerson(db, person, at))) return { kind: "taken" };
    await recordAudit(db, {
      at,
      actor: "system",
      action: "person_invited",
      subject: { kind: "person", id: person.id },
      detail: { email: person.email, role: person.role },
      requestId: randomUUID(),
    });
    // A link names the person who made it; here there is nobody else.
    return makeLink(db, person.id, person.id, at);
  });
}
