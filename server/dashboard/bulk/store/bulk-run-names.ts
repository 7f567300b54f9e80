import type { BulkRunName } from "@/lib/bulk/run-name";
import type { Db } from "@/server/platform/pool";

type Row = Omit<BulkRunName, "createdAt"> & { id: string; createdAt: Date };

/** The names of runs, by id. Ids of no run are left out. */
export async function findRunNames(
  db: Db,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, BulkRunName>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await db.query<Row>(
    `select b.id, b.kind, b.source, b.file_name as "fileName", b.row_count as "rowCount", c.name as "createdBy",
       b.created_at as "createdAt"
     from bulk_runs b join people c on c.id = b.created_by where b.id = any($1::uuid[])`,
    [runIds],
  );
  return new Map(
    rows.map(({ id, createdAt, ...name }) => [id, { ...name, createdAt: createdAt.toISOString() }]),
  );
}
