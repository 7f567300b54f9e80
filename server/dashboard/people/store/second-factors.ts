import type { Db } from "@/server/platform/pool";

type SecondFactor = {
  sealedSecret: string;
  /** The key of the recovery codes' hashes, when they were made with an earlier SECOND_FACTOR_KEY (decision 0263). */
  sealedCodeKey: string | null;
  confirmedAt: Date | null;
  lastStep: bigint;
};

const COLUMNS = `sealed_secret as "sealedSecret", sealed_code_key as "sealedCodeKey", confirmed_at as "confirmedAt",
       last_step as "lastStep"`;

/** Locks the person's second factor until the transaction ends, so that no one else uses a code of it. */
export async function lockSecondFactor(db: Db, personId: string): Promise<SecondFactor | null> {
  const { rows } = await db.query<SecondFactor>(
    `select ${COLUMNS}
     from second_factors where person_id = $1 for update`,
    [personId],
  );
  return rows[0] ?? null;
}

export async function findSecondFactor(db: Db, personId: string): Promise<SecondFactor | null> {
  const { rows } = await db.query<SecondFactor>(
    `select ${COLUMNS}
     from second_factors where person_id = $1`,
    [personId],
  );
  return rows[0] ?? null;
}

/** A secret that waits for its first code; false when the person has a confirmed one. */
export async function saveUnconfirmedFactor(
  db: Db,
  personId: string,
  sealedSecret: string,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into second_factors (person_id, sealed_secret, created_at) values ($1, $2, $3)
     on conflict (person_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at,
       last_step = 0
     where second_factors.confirmed_at is null`,
    [personId, sealedSecret, at],
  );
  return rowCount === 1;
}

export async function confirmFactor(db: Db, personId: string, step: bigint, at: Date): Promise<void> {
  await db.query("update second_factors set confirmed_at = $2, last_step = $3 where person_id = $1", [
    personId,
    at,
    step,
  ]);
}

export async function saveLastStep(db: Db, personId: string, step: bigint): Promise<void> {
  await db.query("update second_factors set last_step = $2 where person_id = $1", [personId, step]);
}

/** Also deletes its recovery codes; false when there was none. */
export async function deleteSecondFactor(db: Db, personId: string): Promise<boolean> {
  await db.query("delete from recovery_codes where person_id = $1", [personId]);
  const { rowCount } = await db.query("delete from second_factors where person_id = $1", [personId]);
  return rowCount === 1;
}

export async function replaceRecoveryCodes(
  db: Db,
  personId: string,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await db.query("update second_factors set sealed_code_key = null where person_id = $1", [personId]);
  await db.query("delete from recovery_codes where person_id = $1", [personId]);
  await db.query("insert into recovery_codes (person_id, code_hash) select $1, unnest($2::bytea[])", [
    personId,
    codeHashes,
  ]);
}

/** Uses up a code, given by its hash with each possible key; false when it does not exist or was used. */
export async function useRecoveryCode(
  db: Db,
  personId: string,
  codeHashes: readonly Buffer[],
  at: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    "update recovery_codes set used_at = $3 where person_id = $1 and code_hash = any($2::bytea[]) and used_at is null",
    [personId, codeHashes, at],
  );
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Db, personId: string): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    "select count(*)::int as left from recovery_codes where person_id = $1 and used_at is null",
    [personId],
  );
  return rows[0]?.left ?? 0;
}

/** The people with a second factor after `after`, in the order of their ids. */
export async function listSecondFactorsAfter(
  db: Db,
  after: string,
  limit: number,
): Promise<{ personId: string; sealedSecret: string; sealedCodeKey: string | null }[]> {
  const { rows } = await db.query<{ personId: string; sealedSecret: string; sealedCodeKey: string | null }>(
    `select person_id as "personId", sealed_secret as "sealedSecret", sealed_code_key as "sealedCodeKey"
     from second_factors where person_id > $1 order by person_id limit $2`,
    [after, limit],
  );
  return rows;
}

/** The caller holds the lock of `lockSecondFactor`. */
export async function saveSealed(
  db: Db,
  personId: string,
  { sealedSecret, sealedCodeKey }: { sealedSecret: string; sealedCodeKey: string | null },
): Promise<void> {
  await db.query("update second_factors set sealed_secret = $2, sealed_code_key = $3 where person_id = $1", [
    personId,
    sealedSecret,
    sealedCodeKey,
  ]);
}
