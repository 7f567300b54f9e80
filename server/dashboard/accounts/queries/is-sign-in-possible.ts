import type { Pool } from "@/server/platform/pool";
import { findPerson, maySignIn } from "../../people/store";

const UUID = /^[0-9a-f-]{36}$/i;

/** Whether a person may sign in, for whichever account. `home`: the first account's tables. */
export async function isSignInPossible(home: Pool, personId: string): Promise<boolean> {
  const person = UUID.test(personId) ? await findPerson(home, personId) : null;
  return person !== null && maySignIn(person);
}
