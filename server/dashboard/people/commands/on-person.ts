import { z } from "zod";
import { covers, type Role } from "@/lib/can";
import type { PersonActionOutcome } from "@/lib/people";
import { type Db, sqlState } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { type AuditAction, recordAudit, type AuditEntry } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { AN_ADMIN_REMAINS, lockPerson, type Person } from "../store/people";
import { coversElsewhere } from "./covers-elsewhere";
import { holdRoles } from "./given-role";
import { personIdSchema } from "./people-input";

/** Null: nothing had to change. */
type Done =
  | null
  | { refused: "own" | "no_other_account" | "exceeds" | "role_gone" }
  | {
      outcome: PersonActionOutcome;
      action: AuditAction;
      detail?: NonNullable<AuditEntry["detail"]>;
    };

/**
 * Common to all actions on a person: the permission is checked first, the person's row locked, the audit entry written
 * in the same transaction, and the database's refusal to remove the last person who can manage people returned as an
 * outcome. Only on somebody whose role `own`, the role of whoever acts, covers (decision 0304).
 */
export async function onPerson(
  ctx: Ctx,
  personId: unknown,
  action: (db: Db, person: Person, at: Date, own: Role) => Promise<Done>,
): Promise<PersonActionOutcome> {
  const id = personIdSchema.safeParse(personId);
  if (!(await authorize(ctx, "manage_people", { kind: "person", id: id.data ?? "" }))) {
    return { kind: "forbidden" };
  }
  if (!id.success) return { kind: "not_found" };
  try {
    return await inTransaction(ctx.pool, async (db) => {
      const own = await holdRoles(db, ctx);
      if (own === null) return { kind: "forbidden" };
      const person = await lockPerson(db, id.data);
      if (person === null) return { kind: "not_found" };
      // A link or a removed second factor lets somebody in as this person, so it gives what their role allows (0304).
      const isCovered = covers(own, person.role) && (await coversElsewhere(db, ctx, own, person.id));
      if (!isCovered) return { kind: "exceeds" };
      const at = ctx.clock.now();
      const done = await action(db, person, at, own);
      if (done === null) return { kind: "unchanged" };
      if ("refused" in done) return { kind: done.refused };
      await recordAudit(db, {
        at,
        actor: ctx.actor,
        action: done.action,
        subject: { kind: "person", id: person.id },
        detail: { email: person.email, ...done.detail },
        requestId: ctx.requestId,
      });
      return done.outcome;
    });
  } catch (error) {
    if (isLastAdmin(error)) return { kind: "last_admin" };
    throw error;
  }
}

const constraintSchema = z.object({ constraint: z.literal(AN_ADMIN_REMAINS) });

/** The database's refusal to leave nobody who can manage people. */
export function isLastAdmin(error: unknown): boolean {
  return sqlState(error) === "23514" && constraintSchema.safeParse(error).success;
}
