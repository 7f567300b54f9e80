import type { Db } from "@/server/platform/pool";
import { SANDBOX_PEOPLE } from "@/server/platform/installation";
import { findPersonByEmail, findSecondFactor } from "@/server/dashboard/people/store";
import { listPeople } from "@/server/dashboard/people/store/people";

/**
 * Why the dashboard's database gets no demo; null when it may. The demo signs in as each of the sandbox's accounts, with the
 * sandbox's password. Changes nothing.
 */
export async function demoRefusal(db: Db): Promise<string | null> {
  if ((await listPeople(db, SANDBOX_PEOPLE.length + 1)).length > SANDBOX_PEOPLE.length) {
    return "it has other people than its own four, such as those of an earlier demo";
  }
  for (const own of SANDBOX_PEOPLE) {
    const obstacle = await signInObstacle(db, own);
    if (obstacle !== null) return `the demo cannot sign in as ${own.email}, which ${obstacle}`;
  }
  return null;
}

async function signInObstacle(
  db: Db,
  { email, role }: (typeof SANDBOX_PEOPLE)[number],
): Promise<string | null> {
  const person = await findPersonByEmail(db, email);
  if (person === null) return null;
  if (person.deactivatedAt !== null || person.activatedAt === null) return "is not active";
  if (person.role !== role) return "has another role";
  if (!person.isPasswordSeeded) return "has a password of its own";
  const factor = await findSecondFactor(db, person.id);
  return factor !== null && factor.confirmedAt !== null ? "has a second factor" : null;
}
