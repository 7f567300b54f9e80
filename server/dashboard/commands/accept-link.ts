import { z } from "zod";
import type { AcceptOutcome } from "@/lib/people";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../audit/record-audit";
import { hashPassword } from "../auth/password";
import { hashOfToken } from "../auth/token";
import { passwordFault } from "../domain/password-rule";
import type { Services } from "../runtime";
import { activatePerson, lockPerson, updatePasswordHash } from "../store/people";
import { findLinkedPerson, usePersonLink } from "../store/person-links";
import { clearSignInFailures } from "../store/sign-in-failures";
import { nameSchema } from "./people-input";

const inputSchema = z.object({ token: z.string(), name: z.string().max(1_000), password: z.string() });

/**
 * Takes a link: the person has this name and password from now on and can sign in. Whoever holds the link is the person;
 * it works once. Nobody is signed in by it, so that a second factor is not passed by.
 */
export async function acceptLink(services: Services, input: unknown): Promise<AcceptOutcome> {
  const parsed = inputSchema.safeParse(input);
  const tokenHash = parsed.success ? hashOfToken(parsed.data.token) : null;
  if (!parsed.success || tokenHash === null) return { kind: "gone" };
  const person = await findLinkedPerson(services.pool, tokenHash, services.clock.now());
  if (person === null) return { kind: "gone" };

  const name = nameSchema.safeParse(parsed.data.name);
  const fault = passwordFault(parsed.data.password, {
    email: person.email,
    name: name.data ?? person.name,
  });
  if (!name.success || fault !== null) return { kind: "invalid", name: !name.success, password: fault };

  const passwordHash = await hashPassword(parsed.data.password);
  return inTransaction(services.pool, async (db) => {
    await lockPerson(db, person.personId);
    const at = services.clock.now();
    if (!(await usePersonLink(db, person.id, at))) return { kind: "gone" };
    await activatePerson(db, person.personId, name.data, at);
    await updatePasswordHash(db, person.personId, passwordHash);
    await clearSignInFailures(db, person.email.toLowerCase());
    await recordAudit(db, {
      at,
      actor: { userId: person.personId, email: person.email },
      action: "person_link_used",
      subject: { kind: "person", id: person.personId },
      detail: { by: "link" },
    });
    return { kind: "accepted", email: person.email };
  });
}
