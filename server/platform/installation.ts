import { ROLES, type PresetRole } from "@/lib/can";
import type { Db } from "./pool";

/** Of the merchant of a sandbox, whose payments move no money. */
export const SANDBOX_MERCHANT = "Sandbox";

/** A sandbox's four accounts, one for each role. */
export const SANDBOX_PEOPLE: readonly { email: string; name: string; role: PresetRole }[] = ROLES.map(
  (role) => ({
    email: `${role}@example.com`,
    name: `Sandbox ${role}`,
    role,
  }),
);

/** Of the merchant of a production start, until its operator names it. */
export const DEFAULT_MERCHANT_NAME = "Shop";

/** Tells this installation's database from its restored copies. */
export async function readInstallation(db: Db): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>("select id from installation");
  return rows[0]?.id ?? null;
}

/**
 * Gives a restored database a new id: the installation that made the backup may still run. Only the routing service's
 * database has the row.
 */
export async function renewInstallation(db: Db): Promise<void> {
  const { rowCount } = await db.query("select where to_regclass('installation') is not null");
  if (rowCount === 1) await db.query("update installation set id = gen_random_uuid()");
}
