import type { Pool } from "@/server/platform/pool";
import { findMemberRole } from "../store/members";

const UUID = /^[0-9a-f-]{36}$/i;

/** Whether a person is active in the account of the pool: in the first one, whether they can sign in at all. */
export async function isActivePerson(pool: Pool, personId: string): Promise<boolean> {
  return UUID.test(personId) && (await findMemberRole(pool, personId)) !== null;
}
