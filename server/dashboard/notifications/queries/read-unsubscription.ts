import { isChannelOn, isRequired } from "@/lib/notifications/settings";
import type { Pool } from "@/server/platform/pool";
import { findPerson } from "../../people/store";
import type { Services } from "../../runtime";
import { visibleEvents } from "../domain/visible-events";
import { readUnsubscribeToken } from "../email/unsubscribe-token";
import { listChoices } from "../store/choices";

/**
 * Whether the person whom a token from a message names gets notifications by e-mail that they can stop; there is no session. `invalid`: the
 * token is not one of ours, or its person does not use Paydeck any more.
 */
export async function readUnsubscription(
  everywhere: readonly Pick<Services, "pool" | "vault">[],
  token: string,
): Promise<"on" | "stopped" | "invalid"> {
  const [first] = everywhere;
  const personId = first === undefined ? null : readUnsubscribeToken(first.vault, token);
  const states = await Promise.all(
    personId === null ? [] : everywhere.map(({ pool }) => stateIn(pool, personId)),
  );
  if (states.includes("on")) return "on";
  return states.includes("stopped") ? "stopped" : "invalid";
}

async function stateIn(pool: Pool, personId: string): Promise<"on" | "stopped" | "none"> {
  const person = await findPerson(pool, personId);
  if (person === null || person.deactivatedAt !== null) return "none";
  const choices = await listChoices(pool, person.id);
  const isOn = visibleEvents(person.role).some(
    (event) =>
      !isRequired(person.role, event) &&
      isChannelOn(
        { role: person.role, choices: choices.filter((choice) => choice.event === event) },
        event,
        "email",
      ),
  );
  return isOn ? "on" : "stopped";
}
