import type { MentionView, NoteSubject, NoteSubjectKind } from "@/lib/notes/note-views";
import type { Db } from "@/server/platform/pool";
import type { Note } from "../domain/note";

/** A note on a refund attempt is stored as one on a refund (decision 0283). */
const KIND = "case when n.refund_intent_id is null then n.subject_kind else 'refund_intent' end";
const storedKind = (kind: NoteSubjectKind): Exclude<NoteSubjectKind, "refund_intent"> =>
  kind === "refund_intent" ? "refund" : kind;

const SELECT = `
  select n.id, json_build_object('kind', ${KIND}, 'id', n.subject_id) as subject,
    n.transaction_id as "transactionId", n.author_id as "authorId", a.name as author, n.text, n.version,
    n.created_at as "createdAt", n.edited_at as "editedAt", n.deleted_at as "deletedAt", d.name as "deletedBy",
    coalesce((select json_agg(json_build_object('personId', m.person_id, 'name', m.name) order by m.name)
      from note_mentions m where m.note_id = n.id), '[]') as mentions
  from notes n join people a on a.id = n.author_id left join people d on d.id = n.deleted_by`;

type Row = Omit<Note, "earlier">;

async function withEarlier(db: Db, rows: readonly Row[]): Promise<Note[]> {
  const edited = rows.filter(({ editedAt, text }) => editedAt !== null && text !== null).map(({ id }) => id);
  if (edited.length === 0) return rows.map((row) => ({ ...row, earlier: [] }));
  const { rows: versions } = await db.query<{ noteId: string; text: string; replacedAt: Date }>(
    `select note_id as "noteId", text, replaced_at as "replacedAt" from note_versions
     where note_id = any($1::uuid[]) order by note_id, version`,
    [edited],
  );
  return rows.map((row) => ({
    ...row,
    earlier: versions
      .filter(({ noteId }) => noteId === row.id)
      .map(({ text, replacedAt }) => ({ text, replacedAt })),
  }));
}

/** The other page of the same refund: of a refund its attempt, of an attempt its refund once that is known. */
const OF_SAME_REFUND = {
  refund: "select i.id::text from refund_intents i where i.service_address = $3 and i.refund_id = $2",
  refund_intent:
    "select i.refund_id from refund_intents i where i.service_address = $3 and i.id = $2::uuid and i.refund_id is not null",
};

/**
 * Oldest first. Of a payment also the notes on its refunds and approvals; of a refund those on its attempt, and the other
 * way round. The id of an attempt is a UUID.
 */
export async function listNotesOf(
  db: Db,
  serviceAddress: string,
  { kind, id }: NoteSubject,
): Promise<Note[]> {
  const isRefund = kind === "refund" || kind === "refund_intent";
  const condition =
    kind === "payment"
      ? "n.transaction_id = $2 and $1 = 'payment'"
      : isRefund
        ? `n.subject_kind = $1 and (n.subject_id = $2 or n.subject_id = any(array(${OF_SAME_REFUND[kind]})))`
        : "n.subject_kind = $1 and n.subject_id = $2";
  const { rows } = await db.query<Row>(`${SELECT} where ${condition} order by n.created_at, n.id`, [
    storedKind(kind),
    id,
    ...(isRefund ? [serviceAddress] : []),
  ]);
  return withEarlier(db, rows);
}

/** The newest notes on these payments, their refunds and approvals. Deleted ones are left out. */
export async function listNewestOfPayments(
  db: Db,
  transactionIds: readonly string[],
  limit: number,
): Promise<Note[]> {
  if (transactionIds.length === 0) return [];
  const { rows } = await db.query<Row>(
    `${SELECT} where n.transaction_id = any($1::text[]) and n.text is not null
     order by n.created_at desc, n.id desc limit $2`,
    [transactionIds, limit],
  );
  return withEarlier(db, rows);
}

/** Those with all of the words, newest first. Deleted notes are left out. No sign in the words is an operator. */
export async function searchNotes(
  db: Db,
  { words, about }: { words: string; about: readonly NoteSubjectKind[] },
  limit: number,
): Promise<Note[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} where n.text is not null and ${KIND} = any($2)
       and to_tsvector('simple', n.text) @@ plainto_tsquery('simple', $1)
     order by n.created_at desc, n.id desc limit $3`,
    [words, about, limit],
  );
  return withEarlier(db, rows);
}

/** The subjects whose notes are exported with a record, and the column that has its id. */
const EXPORTED = {
  payment: { column: "n.transaction_id", kinds: ["payment", "refund", "approval"] },
  refund: { column: "n.subject_id", kinds: ["refund", "approval"] },
  bulk_run: { column: "n.subject_id", kinds: ["bulk_run", "approval"] },
} as const satisfies Record<string, { column: string; kinds: readonly NoteSubjectKind[] }>;

/** A record whose notes a file has. */
export type ExportedKind = keyof typeof EXPORTED;

/**
 * The texts of several records' notes for a file, oldest first. `ids` of refunds may be those of attempts and approvals, those
 * of runs of approvals too. Deleted notes are left out.
 */
export async function listNoteTexts(
  db: Db,
  kind: ExportedKind,
  { ids, about }: { ids: readonly string[]; about: readonly NoteSubjectKind[] },
): Promise<{ of: string; author: string; text: string; createdAt: Date }[]> {
  const { column, kinds } = EXPORTED[kind];
  const { rows } = await db.query<{ of: string; author: string; text: string; createdAt: Date }>(
    `select ${column} as of, a.name as author, n.text, n.created_at as "createdAt"
     from notes n join people a on a.id = n.author_id
     where ${column} = any($1::text[]) and n.text is not null and n.subject_kind = any($2)
     order by n.created_at, n.id`,
    [ids, kinds.filter((each) => about.includes(each))],
  );
  return rows;
}

/** Locked until the transaction ends. */
export async function lockNote(db: Db, noteId: string): Promise<Note | null> {
  const { rows } = await db.query<Row>(`${SELECT} where n.id = $1 for update of n`, [noteId]);
  return (await withEarlier(db, rows))[0] ?? null;
}

/** How many notes a subject has, deleted ones included; others that add one wait until the transaction ends. */
export async function countNotesLocked(db: Db, { kind, id }: NoteSubject): Promise<number> {
  await db.query("select pg_advisory_xact_lock(hashtextextended('notes ' || $1 || ' ' || $2, 0))", [
    storedKind(kind),
    id,
  ]);
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::integer as count from notes where subject_kind = $1 and subject_id = $2",
    [storedKind(kind), id],
  );
  return rows[0]?.count ?? 0;
}

type NewNote = Pick<Note, "id" | "subject" | "transactionId" | "authorId" | "createdAt"> & {
  text: string;
};

/** False when the id is in use. */
export async function insertNote(db: Db, note: NewNote): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into notes (id, subject_kind, subject_id, transaction_id, author_id, text, created_at, refund_intent_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      note.id,
      storedKind(note.subject.kind),
      note.subject.id,
      note.transactionId,
      note.authorId,
      note.text,
      note.createdAt,
      note.subject.kind === "refund_intent" ? note.subject.id : null,
    ],
  );
  return rowCount === 1;
}

/** Replaces the text and keeps the earlier one. The caller has locked the note. */
export async function updateNote(db: Db, note: { id: string; text: string; at: Date }): Promise<void> {
  await db.query(
    `insert into note_versions (note_id, version, text, replaced_at)
     select id, version, text, $2 from notes where id = $1`,
    [note.id, note.at],
  );
  await db.query("update notes set text = $2, version = version + 1, edited_at = $3 where id = $1", [
    note.id,
    note.text,
    note.at,
  ]);
}

/** Removes all its texts, its mentions included; who wrote it and who deleted it stays. */
export async function eraseNote(db: Db, note: { id: string; byId: string; at: Date }): Promise<void> {
  await db.query("delete from note_versions where note_id = $1", [note.id]);
  await db.query("delete from note_mentions where note_id = $1", [note.id]);
  await db.query("update notes set text = null, deleted_at = $2, deleted_by = $3 where id = $1", [
    note.id,
    note.at,
    note.byId,
  ]);
}

export async function replaceMentions(
  db: Db,
  noteId: string,
  mentions: readonly MentionView[],
): Promise<void> {
  await db.query("delete from note_mentions where note_id = $1", [noteId]);
  await db.query(
    `insert into note_mentions (note_id, person_id, name)
     select $1, person_id, name from unnest($2::uuid[], $3::text[]) as m (person_id, name)`,
    [noteId, mentions.map(({ personId }) => personId), mentions.map(({ name }) => name)],
  );
}
