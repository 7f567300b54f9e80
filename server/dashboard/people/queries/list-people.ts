import type { PersonRow, PersonState } from "@/lib/people";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listPeople as selectPeople, type ListedPerson, type Person } from "../store/people";

const MAX_PEOPLE = 1_000;

export async function listPeople(ctx: Ctx): Promise<PersonRow[]> {
  await requirePermission(ctx, "manage_people", { kind: "people", id: "" });
  const now = ctx.clock.now();
  return (await selectPeople(ctx.pool, MAX_PEOPLE)).map((person) => presentPerson(person, now));
}

export function stateOf(
  person: Pick<Person, "activatedAt" | "deactivatedAt" | "isOnlyElsewhere">,
): PersonState {
  if (person.isOnlyElsewhere) return "elsewhere";
  if (person.deactivatedAt !== null) return "deactivated";
  return person.activatedAt === null ? "invited" : "active";
}

function presentPerson(person: ListedPerson, now: Date): PersonRow {
  const isLocked = person.lockedUntil !== null && person.lockedUntil > now;
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    state: stateOf(person),
    hasSecondFactor: person.hasSecondFactor,
    lastUsedAt: person.lastUsedAt?.toISOString() ?? null,
    lockedUntil: isLocked ? (person.lockedUntil?.toISOString() ?? null) : null,
  };
}
