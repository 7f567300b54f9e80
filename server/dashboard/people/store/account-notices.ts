import type { CodePurpose, NoticeKind } from "@/lib/people";
import { type Db, prepared } from "@/server/platform/pool";

export type AccountNotice = {
  id: bigint;
  at: Date;
  kind: NoticeKind;
  purpose: CodePurpose | null;
  seenAt: Date | null;
};

/** Guesses must not fill the table: the oldest notices of a person are deleted first. */
const KEPT_PER_PERSON = 100;

export async function insertNotice(
  db: Db,
  notice: { personId: string; at: Date; kind: NoticeKind; purpose?: CodePurpose },
): Promise<void> {
  const { personId, at, kind, purpose } = notice;
  await db.query("insert into account_notices (person_id, at, kind, purpose) values ($1, $2, $3, $4)", [
    personId,
    at,
    kind,
    purpose ?? null,
  ]);
  await db.query(
    `delete from account_notices where person_id = $1 and id <= (
       select id from account_notices where person_id = $1 order by id desc offset $2 limit 1)`,
    [personId, KEPT_PER_PERSON],
  );
}

/** Newest first. */
export async function listNotices(db: Db, personId: string, limit: number): Promise<AccountNotice[]> {
  const { rows } = await db.query<AccountNotice>(
    `select id, at, kind, purpose, seen_at as "seenAt" from account_notices
     where person_id = $1 order by id desc limit $2`,
    [personId, limit],
  );
  return rows;
}

const COUNT_UNSEEN = prepared(
  "select count(*)::int as count from account_notices where person_id = $1 and seen_at is null",
);

export async function countUnseenNotices(db: Db, personId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>({ ...COUNT_UNSEEN, values: [personId] });
  return rows[0]?.count ?? 0;
}

/** Marks the notices up to this one as seen: a notice created after the page was rendered stays unseen. */
export async function markNoticesSeen(db: Db, personId: string, upToId: bigint, at: Date): Promise<number> {
  const { rowCount } = await db.query(
    "update account_notices set seen_at = $3 where person_id = $1 and id <= $2 and seen_at is null",
    [personId, upToId, at],
  );
  return rowCount ?? 0;
}
