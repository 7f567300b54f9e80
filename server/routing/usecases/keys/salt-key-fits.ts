import type { Pool } from "@/server/platform/pool";
import { findOldestSealedSalt } from "../../store/keys/api-keys";
import type { SaltBox } from "../../store/keys/salt-box";

/**
 * Whether the box can open the salts of this database; true for a database without keys. With another key no request
 * could be authenticated, and a newly created merchant's salt would be unreadable to the service.
 */
export async function saltKeyFits({ pool, saltBox }: { pool: Pool; saltBox: SaltBox }): Promise<boolean> {
  const oldest = await findOldestSealedSalt(pool);
  if (oldest === null) return true;
  try {
    saltBox.open(oldest.apiKey, oldest.sealedSalt);
    return true;
  } catch {
    return false;
  }
}

export const SALT_KEY_DOES_NOT_FIT =
  "ROUTING_SALT_KEY is not the one that sealed the salts of this database. Set it to that one: every process and every command needs the same.";
