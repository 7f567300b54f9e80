import type { BulkKind, BulkLayout } from "@/lib/bulk";
import type { Db } from "@/server/platform/pool";

type Choice = Pick<BulkLayout, "columns" | "decimalSign">;
type SavedLayout = { headingsHash: string; choice: Choice };

/** How many layouts are kept for each person and kind; older ones are deleted. */
const MAX_KEPT = 50;

/** The newest choice for one of several headings. */
export async function findBulkLayout(
  db: Db,
  { personId, kind, hashes }: { personId: string; kind: BulkKind; hashes: readonly string[] },
): Promise<SavedLayout | null> {
  const { rows } = await db.query<SavedLayout>(
    `select headings_hash as "headingsHash", choice from bulk_layouts
     where person_id = $1 and kind = $2 and headings_hash = any($3) order by chosen_at desc limit 1`,
    [personId, kind, hashes],
  );
  return rows[0] ?? null;
}

export async function saveBulkLayout(
  db: Db,
  of: { personId: string; kind: BulkKind; headingsHash: string; choice: Choice; at: Date },
): Promise<void> {
  await db.query(
    `insert into bulk_layouts (person_id, kind, headings_hash, choice, chosen_at) values ($1, $2, $3, $4, $5)
     on conflict (person_id, kind, headings_hash) do update set choice = excluded.choice, chosen_at = excluded.chosen_at`,
    [of.personId, of.kind, of.headingsHash, JSON.stringify(of.choice), of.at],
  );
  await db.query(
    `delete from bulk_layouts where (person_id, kind, headings_hash) in (
       select person_id, kind, headings_hash from bulk_layouts where person_id = $1 and kind = $2
       order by chosen_at desc, headings_hash offset $3)`,
    [of.personId, of.kind, MAX_KEPT],
  );
}
