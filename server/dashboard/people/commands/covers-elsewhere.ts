import { covers, type Role } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import type { Ctx } from "../../context";
import { listRolesElsewhere } from "../store/roles-elsewhere";

/**
 * Whether a role of the first account covers those that a person has in the other accounts: whoever gets in as that person
 * has them too. An admin of the first account covers all. In another account nobody gets in as somebody else.
 */
export async function coversElsewhere(
  db: Db,
  ctx: Pick<Ctx, "account">,
  own: Role,
  personId: string,
): Promise<boolean> {
  if (ctx.account.slug !== null || covers(own, "admin")) return true;
  return (await listRolesElsewhere(db, personId)).every((role) => covers(own, role));
}
