-- Who decided which account takes new payments, and with which key each change was signed (decision 0315). Keys are named by
-- their id: who may not know a name may still revoke the key. Null: not known, from before these columns.
-- Old processes: they write none of these columns. What they decide keeps the names of the decision before, until the next one.
alter table gateway_accounts
  add column changed_key text,
  add column used_at timestamptz,
  add column used_by text,
  add column used_key text,
  add column retired_by text,
  add column retired_key text;
