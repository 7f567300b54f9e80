/**
 * Runs `work` while the tables have no constraints and indexes, and then rebuilds them, as a restore of a dump does. An
 * index that is built at once is packed tighter than one that grew.
 */
export async function withBareTables(client, tables, work) {
  const { rows: constraints } = await client.query(
    `select conrelid::regclass::text as "table", conname as name, contype as type, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype in ('p', 'u', 'f') and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
     order by contype = 'f', conname`,
    [tables],
  );
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  // Foreign keys are dropped first and added last.
  for (const { table, name } of [...constraints].reverse()) {
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of constraints) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await client.query("reset maintenance_work_mem");
}
