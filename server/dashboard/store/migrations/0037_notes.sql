-- Notes of people on a payment, a refund, an approval request or a bulk run (decision 0283).
-- Old processes: they do not use these tables.
create table notes (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('payment', 'refund', 'approval', 'bulk_run')),
  subject_id text not null check (char_length(subject_id) between 1 and 255),
  -- The payment that the note is about, where there is exactly one; its page shows the note.
  transaction_id text,
  author_id uuid not null references people (id),
  -- Null when the note is deleted: its text is gone.
  text text check (char_length(text) between 1 and 2000),
  -- Counts the edits, so that an edit of older text is refused.
  version integer not null default 1 check (version > 0),
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  deleted_by uuid references people (id),
  check ((text is null) = (deleted_at is not null)),
  check ((deleted_at is null) = (deleted_by is null))
);
create index notes_subject on notes (subject_kind, subject_id, created_at);
create index notes_payment on notes (transaction_id, created_at) where transaction_id is not null;
create index notes_newest on notes (created_at desc, id desc);
create index notes_words on notes using gin (to_tsvector('simple', text));

-- Earlier texts of edited notes. They are deleted with the note.
create table note_versions (
  note_id uuid not null references notes (id) on delete cascade,
  version integer not null,
  text text not null,
  replaced_at timestamptz(3) not null,
  primary key (note_id, version)
);

-- The people that a note names, by the name that its text contains.
create table note_mentions (
  note_id uuid not null references notes (id) on delete cascade,
  person_id uuid not null references people (id),
  name text not null,
  primary key (note_id, person_id)
);
create index note_mentions_person on note_mentions (person_id, note_id);
