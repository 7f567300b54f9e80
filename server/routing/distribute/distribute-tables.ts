import pg from "pg";
import type { Db } from "@/server/platform/pool";
import { addForeignKey, dropForeignKey, foreignKeysOf } from "./foreign-keys";
import { checkPlacement, readPlacement } from "./placement";
import { DISTRIBUTED_TABLES, REFERENCE_TABLES, TRIGGERS_TO_DROP } from "./tables";

/**
 * `enable_unsafe_triggers`: ours write rows of the same merchant, and so of the same node. Sequential: a transaction that
 * has changed a reference table may change the shards of others only one after the other.
 */
const SETTINGS = `set local citus.enable_unsafe_triggers = on; set local citus.multi_shard_modify_mode = 'sequential'`;

/**
 * Distributes what is not distributed yet, in the caller's transaction. A foreign key is dropped before and added after,
 * because Citus allows none between a table that is distributed and one that is not yet. Returns what was distributed.
 */
export async function distributeTables(db: Db, say: (line: string) => void): Promise<string[]> {
  await db.query(SETTINGS);
  const placement = await readPlacement(db);
  checkPlacement(placement);
  const isLocal = (name: string): boolean => placement.get(name) === "local";
  const references = REFERENCE_TABLES.filter(isLocal);
  const distributed = DISTRIBUTED_TABLES.filter(isLocal);
  const all = [...references, ...distributed];
  if (all.length === 0) return [];

  const keys = await foreignKeysOf(db, all);
  for (const key of keys) await dropForeignKey(db, key);
  for (const { table, trigger } of TRIGGERS_TO_DROP.filter((each) => all.includes(each.table)))
    await db.query(`drop trigger if exists ${pg.escapeIdentifier(trigger)} on ${pg.escapeIdentifier(table)}`);

  for (const table of references) {
    say(`${table}: copied to every node`);
    await db.query("select create_reference_table($1)", [table]);
  }
  const [first] = DISTRIBUTED_TABLES;
  for (const table of distributed) {
    say(`${table}: divided by merchant`);
    await db.query("select create_distributed_table($1, 'merchant_id', colocate_with => $2)", [
      table,
      table === first ? "none" : first,
    ]);
  }
  for (const key of keys) await addForeignKey(db, key);
  return all;
}

/** Deletes what Citus left of the rows on the coordinator, where no statement sees them any more. */
export async function removeCopies(db: Db): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where p.partmethod = 'h' and c.relnamespace = current_schema()::regnamespace and pg_relation_size(c.oid) > 0`,
  );
  for (const { name } of rows)
    await db.query("select truncate_local_data_after_distributing_table($1)", [name]);
}
