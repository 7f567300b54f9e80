import pg from "pg";
import type { Db } from "@/server/platform/pool";

type ForeignKey = { table: string; name: string; definition: string };

/** The foreign keys of these tables and to them. */
export async function foreignKeysOf(db: Db, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await db.query<ForeignKey>(
    `select t.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
     where k.contype = 'f' and t.relnamespace = current_schema()::regnamespace
       and (t.relname = any($1) or f.relname = any($1))
     order by 1, 2`,
    [tables],
  );
  return rows;
}

export async function dropForeignKey(db: Db, { table, name }: ForeignKey): Promise<void> {
  await db.query(`alter table ${pg.escapeIdentifier(table)} drop constraint ${pg.escapeIdentifier(name)}`);
}

export async function addForeignKey(db: Db, { table, name, definition }: ForeignKey): Promise<void> {
  await db.query(
    `alter table ${pg.escapeIdentifier(table)} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
  );
}
