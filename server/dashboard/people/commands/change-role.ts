import { roleText } from "@/lib/can";
import type { PersonActionOutcome } from "@/lib/people";
import type { Ctx } from "../../context";
import { notify } from "../../notifications/store";
import { mayView, WORK_KIND_NAMES } from "@/lib/queues/work-kinds";
import { unassignPerson } from "../../queues/store";
import { updateRole } from "../store/people";
import { onPerson } from "./on-person";
import { roleSchema } from "./people-input";

/**
 * Takes effect at once: the person's sessions end (failure 35), and items of queues that the new role may not see become
 * nobody's.
 */
export function changeRole(
  ctx: Ctx,
  input: { personId: unknown; role: unknown },
): Promise<PersonActionOutcome> {
  return onPerson(ctx, input.personId, async (db, person, at) => {
    const role = roleSchema.safeParse(input.role);
    if (!role.success || role.data === person.role) return null;
    await updateRole(db, person.id, role.data);
    const kinds = WORK_KIND_NAMES.filter((kind) => !mayView(role.data, kind));
    await unassignPerson(db, ctx, { ...person, kinds, at });
    await notify(db, {
      event: "role_changed",
      detail: { from: roleText(person.role), to: role.data, by: ctx.actor.name },
      at,
      to: { people: [person.id] },
      except: ctx.actor.userId,
      dedupeKey: `role_changed:${person.id}:${at.toISOString()}`,
    });
    return {
      outcome: { kind: "done" },
      action: "person_role_changed",
      detail: { from: roleText(person.role), to: role.data },
    };
  });
}
