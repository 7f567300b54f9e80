import { type Db, prepared } from "@/server/platform/pool";

/** How far a merchant has left this cell; see migration 0047. */
export type MoveStage = "leaving" | "frozen" | "moved";

const FIND_STAGE = prepared("select move_stage as stage from merchants where id = $1");

/** Null: the merchant is here, as nearly all are, or it is unknown. */
export async function findMoveStage(db: Db, merchantId: number): Promise<MoveStage | null> {
  const { rows } = await db.query<{ stage: MoveStage | null }>({ ...FIND_STAGE, values: [merchantId] });
  return rows[0]?.stage ?? null;
}

/** A merchant as `npm run cells` sees it in one cell. */
export type MerchantHere = { id: number; name: string; stage: MoveStage | null; movedTo: string | null };

export async function findMerchantHere(db: Db, merchantId: number): Promise<MerchantHere | null> {
  const { rows } = await db.query<MerchantHere>(
    `select id, name, move_stage as stage, moved_to as "movedTo" from merchants where id = $1`,
    [merchantId],
  );
  return rows[0] ?? null;
}

/** Changes the stage if it is one of `from`; false when it is not. */
export async function saveMoveStage(
  db: Db,
  merchantId: number,
  { from, to, movedTo = null }: { from: (MoveStage | null)[]; to: MoveStage | null; movedTo?: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update merchants set move_stage = $2, moved_to = $3
     where id = $1 and coalesce(move_stage, '') = any ($4::text[])`,
    [merchantId, to, movedTo, from.map((stage) => stage ?? "")],
  );
  return rowCount === 1;
}

/** For the transactions of the command that moves: the triggers let them pass (migration 0047). */
export const AS_MOVER = "set local paydeck.mover = 'on'";

const CLAIM_NAME = "hashtextextended('move-merchant:' || $1::integer, 0)";

/** Takes the session's lock on a merchant's move; false when another session has it. */
export async function claimMove(session: Db, merchantId: number): Promise<boolean> {
  const { rows } = await session.query<{ is_ours: boolean }>(
    `select pg_try_advisory_lock(${CLAIM_NAME}) as is_ours`,
    [merchantId],
  );
  return rows[0]?.is_ours === true;
}

export async function releaseMove(session: Db, merchantId: number): Promise<void> {
  await session.query(`select pg_advisory_unlock(${CLAIM_NAME})`, [merchantId]);
}
