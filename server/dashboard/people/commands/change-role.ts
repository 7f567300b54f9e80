import { roleId, roleText } from "@/lib/can";
import type { PersonActionOutcome } from "@/lib/people";
import type { Ctx } from "../../context";
import { mayView, WORK_KIND_NAMES } from "@/lib/queues/work-kinds";
import { unassignPerson } from "../../queues/store";
import { notifyOfRole } from "../notify-of-role";
import { updateRole } from "../store/people";
import { readGivenRole, roleSchema } from "./given-role";
import { onPerson } from "./on-person";

/**
 * Takes effect at once: the person's sessions end (failure 35), and items of queues that the new role may not see become
 * nobody's.
 */
export function changeRole(
  ctx: Ctx,
  input: { personId: unknown; role: unknown },
): Promise<PersonActionOutcome> {
  return onPerson(ctx, input.personId, async (db, person, at, own) => {
    const named = roleSchema.safeParse(input.role);
    if (!named.success || named.data === roleId(person.role)) return null;
    const given = await readGivenRole(db, own, named.data);
    if (given.kind !== "given") return { refused: given.kind };
    const { role } = given;
    await updateRole(db, person.id, role);
    const kinds = WORK_KIND_NAMES.filter((kind) => !mayView(role, kind));
    await unassignPerson(db, ctx, { ...person, kinds, at });
    await notifyOfRole(db, ctx, { personId: person.id, from: person.role, to: role, at });
    return {
      outcome: { kind: "done" },
      action: "person_role_changed",
      detail: { from: roleText(person.role), to: roleText(role) },
    };
  });
}
