import { randomUUID } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import type { Services } from "../../runtime";
import { insertEmail } from "./emails";
import { takeTurns } from "./turns";

/**
 * Sends a person their link by e-mail, in the transaction that makes it; its token is sealed until then. Returns whether
 * there is a mail server to send it.
 */
export async function mailLink(
  db: Db,
  { mail, vault }: Pick<Services, "mail" | "vault">,
  link: { personId: string; path: string; at: Date },
): Promise<boolean> {
  if (mail === null) return false;
  const id = randomUUID();
  const sealed = vault.seal(link.path, id);
  await insertEmail(db, { id, personId: link.personId, kind: "invitation", sealed, at: link.at });
  await takeTurns(db, "email", [{ id: link.personId, dueInMs: 0 }]);
  return true;
}
