import { randomUUID } from "node:crypto";
import type { Services } from "../runtime";
import { findPersonByEmail, insertPerson, updatePasswordHash } from "../people/store";
import { hashPassword, verifyPassword } from "./password";
import { SANDBOX_PEOPLE } from "@/server/platform/installation";

/**
 * Creates the sandbox's accounts, and resets the password of existing ones to this start's. A password that the person
 * has chosen stays.
 */
export async function seedSandboxPeople(
  services: Pick<Services, "pool" | "clock">,
  password: string,
): Promise<void> {
  await Promise.all(SANDBOX_PEOPLE.map((person) => seedPerson(services, person, password)));
}

async function seedPerson(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  person: (typeof SANDBOX_PEOPLE)[number],
  password: string,
): Promise<void> {
  const existing = await findPersonByEmail(pool, person.email);
  if (existing === null) {
    const passwordHash = await hashPassword(password);
    await insertPerson(
      pool,
      { ...person, id: randomUUID(), passwordHash, isPasswordSeeded: true },
      clock.now(),
    );
    return;
  }
  if (!existing.isPasswordSeeded || existing.passwordHash === null) return;
  if (await verifyPassword(existing.passwordHash, password)) return;
  await updatePasswordHash(pool, existing.id, await hashPassword(password), true);
}
