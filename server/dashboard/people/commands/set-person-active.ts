import { roleText } from "@/lib/can";
import type { PersonActionOutcome } from "@/lib/people";
import { WORK_KIND_NAMES } from "@/lib/queues/work-kinds";
import type { Ctx } from "../../context";
import { unassignPerson } from "../../queues/store";
import { maySignIn, updateDeactivatedAt } from "../store/people";
import { forgetDevices } from "../store/person-devices";
import { revokePersonLink } from "../store/person-links";
import { onPerson } from "./on-person";

/**
 * A deactivated person cannot sign in, by any method; their sessions and their link end too (failure 35), and their items of
 * queues become nobody's. Their devices are new when they come back. In an account other than the first only their role ends.
 */
export function deactivatePerson(ctx: Ctx, personId: unknown): Promise<PersonActionOutcome> {
  return onPerson(ctx, personId, async (db, person, at) => {
    if (!maySignIn(person)) return null;
    await updateDeactivatedAt(db, person.id, at);
    if (ctx.account.slug === null) await forgetDevices(db, person.id, null, at);
    await revokePersonLink(db, person.id, at);
    await unassignPerson(db, ctx, { ...person, kinds: WORK_KIND_NAMES, at });
    return { outcome: { kind: "done" }, action: "person_deactivated" };
  });
}

/**
 * Takes a person's role in the first account away and leaves them their sign-in, for other accounts in which they have
 * a role; refused to those who have none, who would sign in to nothing. Their sessions end, and an invitation stays
 * open.
 */
export function removeFromFirstAccount(
  ctx: Ctx,
  personId: unknown,
  hasOtherAccount: (personId: string) => Promise<boolean>,
): Promise<PersonActionOutcome> {
  return onPerson(ctx, personId, async (db, person, at) => {
    if (person.deactivatedAt !== null) return null;
    if (!(await hasOtherAccount(person.id))) return { refused: "no_other_account" };
    await updateDeactivatedAt(db, person.id, at, true);
    await unassignPerson(db, ctx, { ...person, kinds: WORK_KIND_NAMES, at });
    return { outcome: { kind: "done" }, action: "person_removed", detail: { role: roleText(person.role) } };
  });
}

/** Gives a person back their earlier role, password and second factor. */
export function reactivatePerson(ctx: Ctx, personId: unknown): Promise<PersonActionOutcome> {
  return onPerson(ctx, personId, async (db, person) => {
    if (person.deactivatedAt === null) return null;
    await updateDeactivatedAt(db, person.id, null);
    return person.isOnlyElsewhere
      ? { outcome: { kind: "done" }, action: "person_added", detail: { role: roleText(person.role) } }
      : { outcome: { kind: "done" }, action: "person_reactivated" };
  });
}
