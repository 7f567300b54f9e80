import type { PersonActionOutcome } from "@/lib/people";
import type { Ctx } from "../../context";
import { maySignIn } from "../store/people";
import { revokePersonLink } from "../store/person-links";
import { makeAndMailLink } from "./make-link";
import { onPerson } from "./on-person";

/**
 * A new invitation, or a link to set a new password for a person who forgot theirs. A second factor stays required. Not for
 * oneself: a stolen session alone could then set a new password without the present one.
 */
export function makePersonLink(ctx: Ctx, personId: unknown): Promise<PersonActionOutcome> {
  return onPerson(ctx, personId, async (db, person, at) => {
    if (person.id === ctx.actor.userId) return { refused: "own" };
    if (!maySignIn(person)) return null;
    return { outcome: await makeAndMailLink(db, ctx, person.id, at), action: "person_link_made" };
  });
}

export function withdrawPersonLink(ctx: Ctx, personId: unknown): Promise<PersonActionOutcome> {
  return onPerson(ctx, personId, async (db, person, at) =>
    (await revokePersonLink(db, person.id, at))
      ? { outcome: { kind: "done" }, action: "person_link_revoked" }
      : null,
  );
}
