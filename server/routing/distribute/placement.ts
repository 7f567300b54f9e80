import { StartupError } from "@/server/platform/lifecycle";
import { commandsHere } from "@/server/platform/commands-here";
import type { Db } from "@/server/platform/pool";
import { DISTRIBUTED_TABLES, LOCAL_TABLES, REFERENCE_TABLES } from "./tables";

type Placed = "local" | "reference" | "by merchant" | "otherwise";
export type Placement = ReadonlyMap<string, Placed>;

/** A table that references a reference table is in Citus' catalogue too, and still on the coordinator alone. */
const PLACEMENT = `select c.relname as name,
    case when p.partmethod is null or (p.partmethod = 'n' and p.repmodel <> 't') then 'local'
      when p.partmethod = 'n' then 'reference'
      when p.partmethod = 'h' and column_to_column_name(p.logicalrelid, p.partkey) = 'merchant_id'
        and p.colocationid = (select colocationid from pg_dist_partition where logicalrelid = to_regclass($1))
        then 'by merchant'
      else 'otherwise' end as placed
  from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** Where the tables of the database are now. */
export async function readPlacement(db: Db): Promise<Placement> {
  const { rows } = await db.query<{ name: string; placed: Placed }>(PLACEMENT, [DISTRIBUTED_TABLES[0]]);
  return new Map(rows.map(({ name, placed }) => [name, placed]));
}

/** Throws a StartupError for tables that this version does not expect, that are missing, or that are placed otherwise. */
export function checkPlacement(placement: Placement): void {
  const known = [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES, ...LOCAL_TABLES];
  const missing = known.filter((name) => !placement.has(name));
  if (missing.length > 0) {
    throw new StartupError(
      commandsHere(`Tables of this version are missing: ${missing.join(", ")}. Run npm run migrate first.`),
    );
  }
  const unknown = [...placement.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartupError(
      `Where these tables belong is not known: ${unknown.join(", ")}. If a newer version migrated this database, run the command of that version. Move tables that are not Paydeck's to another schema.`,
    );
  }
  const allowed = (name: string): Placed[] =>
    LOCAL_TABLES.includes(name)
      ? ["local"]
      : ["local", REFERENCE_TABLES.includes(name) ? "reference" : "by merchant"];
  const misplaced = known.filter((name) => !allowed(name).includes(placement.get(name) ?? "local"));
  if (misplaced.length > 0) {
    throw new StartupError(
      `These tables are distributed in another way: ${misplaced.join(", ")}. For each, run: select undistribute_table('NAME')`,
    );
  }
}
