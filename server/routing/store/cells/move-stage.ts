import { type Db, prepared } from "@/server/platform/pool";

/** How far a merchant has left this cell; see migration 0047. */
export type MoveStage = "leaving" | "frozen" | "moved";

const FIND_STAGE = prepared("select move_stage as stage from merchants where id = $1");

/** Null: the merchant is here, as nearly all are, or it is unknown. */
export async function findMoveStage(db: Db, merchantId: number): Promise<MoveStage | null> {
  const { rows } = await db.query<{ stage: MoveStage | null }>({ ...FIND_STAGE, values: [merchantId] });
  return rows[0]?.stage ?? null;
}

/** A merchant as `npm run cells` sees it in one cell. `movedTo`: where it moves, or has moved. */
export type MerchantHere = {
  id: number;
  name: string;
  stage: MoveStage | null;
  movedTo: string | null;
  /** When all of the move was done; null before, and for one from before moves had times. */
  endedAt: Date | null;
};

export async function findMerchantHere(db: Db, merchantId: number): Promise<MerchantHere | null> {
  const { rows } = await db.query<MerchantHere>(
    // Also in a cell of an earlier version, which may not have the column yet.
    `select id, name, move_stage as stage, moved_to as "movedTo", (to_jsonb(m) ->> 'move_ended_at')::timestamptz as "endedAt"
     from merchants m where id = $1`,
    [merchantId],
  );
  return rows[0] ?? null;
}

/**
 * Changes the stage if it is one of `from`; false when it is not. A move that is begun again keeps the time at which it began: the
 * merchant has been without service since. One that had ended is another move: the new cell lost the merchant in a restore.
 */
export async function saveMoveStage(
  db: Db,
  merchantId: number,
  { from, to, movedTo = null }: { from: (MoveStage | null)[]; to: MoveStage | null; movedTo?: string | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update merchants set move_stage = $2, moved_to = $3, move_ended_at = null,
       move_began_at = case when $2::text is null then null when move_stage is null or move_ended_at is not null then now()
         else coalesce(move_began_at, now()) end
     where id = $1 and coalesce(move_stage, '') = any ($4::text[])`,
    [merchantId, to, movedTo, from.map((stage) => stage ?? "")],
  );
  return rowCount === 1;
}

/** The new cell has the merchant and its jobs. The time of the first end stays. */
export async function saveMoveEnd(db: Db, merchantId: number): Promise<void> {
  await db.query(
    "update merchants set move_ended_at = now() where id = $1 and move_stage = 'moved' and move_ended_at is null",
    [merchantId],
  );
}

/**
 * SQL: whether a merchant's move has not ended. One that moved before moves had times, or was marked by hand after a restore, has no
 * beginning, and is not on the move.
 */
const IS_ON_THE_MOVE =
  "(move_stage in ('leaving', 'frozen') or move_stage = 'moved' and move_began_at is not null and move_ended_at is null)";

/** Whether the cell notes the times of moves (migration 0048). One of an earlier version does not. */
export async function hasMoveTimes(db: Db): Promise<boolean> {
  const { rowCount } = await db.query(
    "select from pg_attribute where attrelid = to_regclass('merchants') and attname = 'move_ended_at'",
  );
  return rowCount !== 0;
}

/** A move that has not ended; `since` is null for one of a version that did not note it. */
export type UnfinishedMove = {
  merchantId: number;
  name: string;
  stage: MoveStage;
  movedTo: string | null;
  since: Date | null;
};

/** The longest first. */
export async function findUnfinishedMoves(db: Db): Promise<UnfinishedMove[]> {
  const { rows } = await db.query<UnfinishedMove>(
    `select id as "merchantId", name, move_stage as stage, moved_to as "movedTo", move_began_at as since
     from merchants where move_stage is not null and ${IS_ON_THE_MOVE} order by move_began_at nulls first, id`,
  );
  return rows;
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

/**
 * For how long the longest unfinished move has taken, in seconds; 0 when there is none. One of a version that did not note the time
 * counts from the merchant's creation, so that it is noticed.
 */
export async function longestMoveSeconds(db: Db, now: Date): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select coalesce(greatest(extract(epoch from $1::timestamptz - min(coalesce(move_began_at, created_at))), 0), 0)::float8 as seconds
     from merchants where move_stage is not null and ${IS_ON_THE_MOVE}`,
    [now],
  );
  return rows[0]?.seconds ?? 0;
}
