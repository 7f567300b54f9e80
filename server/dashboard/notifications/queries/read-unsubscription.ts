import { isChannelOn } from "@/lib/notifications/settings";
import { findPerson } from "../../people/store";
import type { Services } from "../../runtime";
import { visibleEvents } from "../domain/visible-events";
import { readUnsubscribeToken } from "../email/unsubscribe-token";
import { listChoices } from "../store/choices";

/**
 * Whether the person whom a token from a message names gets notifications by e-mail; there is no session. `invalid`: the
 * token is not one of ours, or its person does not use Paydeck any more.
 */
export async function readUnsubscription(
  { pool, vault }: Pick<Services, "pool" | "vault">,
  token: string,
): Promise<"on" | "stopped" | "invalid"> {
  const personId = readUnsubscribeToken(vault, token);
  const person = personId === null ? null : await findPerson(pool, personId);
  if (person === null || person.deactivatedAt !== null) return "invalid";
  const choices = await listChoices(pool, person.id);
  const isOn = visibleEvents(person.role).some((event) =>
    isChannelOn(
      { role: person.role, choices: choices.filter((choice) => choice.event === event) },
      event,
      "email",
    ),
  );
  return isOn ? "on" : "stopped";
}
