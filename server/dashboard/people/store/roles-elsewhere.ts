import type { Role } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import { roleOf } from "../../store/role-sql";

/**
 * The roles that a person has in the accounts other than the first; by a connection of the first. Of somebody who is
 * deactivated those that come back with them, as `copy_person_to_accounts` decides it.
 */
export async function listRolesElsewhere(db: Db, personId: string): Promise<Role[]> {
  const { rows: accounts } = await db.query<{ schema: string }>(
    "select 'account_' || id as schema from accounts where id > 1 order by id",
  );
  if (accounts.length === 0) return [];
  const each = accounts.map(
    ({ schema }) =>
      `select ${roleOf("p", `${schema}.`)} as role from ${schema}.people p where p.id = $1 and (p.deactivated_at is null
         or p.deactivated_at = (select deactivated_at from people where id = $1 and not only_elsewhere))`,
  );
  const { rows } = await db.query<{ role: Role }>(each.join(" union all "), [personId]);
  return rows.map(({ role }) => role);
}
