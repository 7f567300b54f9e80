import { type Role, roleText } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import { notify } from "../notifications/store";
import type { Ctx } from "../context";

/**
 * Notifies somebody of the role that they were given in the account of the connection, in the transaction that gives it.
 * `from`: the one that they had there, or null.
 */
export async function notifyOfRole(
  db: Db,
  { actor }: Pick<Ctx, "actor">,
  given: { personId: string; from: Role | null; to: Role; at: Date },
): Promise<void> {
  const { personId, from, to, at } = given;
  await notify(db, {
    event: "role_changed",
    detail: { from: from === null ? "" : roleText(from), to: roleText(to), by: actor.name },
    at,
    to: { people: [personId] },
    except: actor.userId,
    dedupeKey: `role_changed:${personId}:${at.toISOString()}`,
  });
}
