import type { Db } from "@/server/platform/pool";

/**
 * Copies the merchant's own row, as of one that stays. It replaces what a cell keeps of a merchant that left it, was cleared and
 * comes back.
 */
export async function copyMerchantRow(source: Db, target: Db, merchantId: number): Promise<void> {
  const { rows } = await source.query<{ row: string }>(
    "select row_to_json(m)::text as row from merchants m where id = $1",
    [merchantId],
  );
  await target.query("delete from merchants where id = $1 and move_stage = 'moved'", [merchantId]);
  await target.query(
    `insert into merchants overriding system value select * from jsonb_populate_record(
       null::merchants, $1::jsonb || '{"move_stage": null, "moved_to": null, "move_began_at": null, "move_ended_at": null}')`,
    [rows[0]?.row],
  );
}
