-- Several keys for each merchant, each with a name for people, a life of its own and, where set, limits of its own.
-- `id` is what people and the ops extension call a key by: unlike the key itself it opens nothing when it is pasted
-- into a ticket.
alter table api_keys
  add column id text collate "C",
  add column label text,
  add column created_by text,
  add column last_used_at timestamptz,
  add column revoked_at timestamptz,
  add column rate_per_second integer check (rate_per_second > 0),
  add column rate_burst integer check (rate_burst > 0);

update api_keys set id = 'k_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12), label = 'First key';

alter table api_keys
  alter column id set not null,
  alter column label set not null,
  add constraint api_keys_id unique (merchant_id, id);

-- Read in this order by the list of a merchant's keys; it also serves what the index it replaces served.
create index api_keys_newest_first on api_keys (merchant_id, created_at desc, id desc);
drop index api_keys_of_merchant;
