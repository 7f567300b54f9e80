import type { Pool } from "@/server/platform/pool";
import { findOldestSealedSalt } from "../../store/keys/api-keys";
import type { SaltBox } from "../../store/keys/salt-box";

/**
 * Whether the box opens what is sealed in this database; a database without keys fits any. Under another key no request
 * could be proven any more, and a merchant that is created would hold a salt that the service cannot read.
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
