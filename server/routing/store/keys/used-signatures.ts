import type { Db } from "@/server/platform/pool";

/** Records a signature as used; false when it was already. Of concurrent requests, exactly one gets true. */
export async function insertUsedSignature(
  db: Db,
  merchantId: number,
  signature: string,
  validUntil: Date,
): Promise<boolean> {
  const noted = await db.query(
    `insert into used_signatures (merchant_id, signature, valid_until) values ($1, $2, $3) on conflict do nothing`,
    [merchantId, signature, validUntil],
  );
  return noted.rowCount === 1;
}

/** Deletes expired signatures, at most `limit` per call; returns the number. */
export async function deleteUsedSignatures(db: Db, before: Date, limit: number): Promise<number> {
  const deleted = await db.query(
    `delete from used_signatures where (merchant_id, signature) in (
       select merchant_id, signature from used_signatures where valid_until < $1 order by valid_until limit $2)`,
    [before, limit],
  );
  return deleted.rowCount ?? 0;
}
