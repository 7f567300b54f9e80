-- Who works on what needs attention, and in which state it is (decision 0287). What needs attention is read from its own
-- tables or from the service; only what people decided about it is stored here.
-- Old processes: they do not use this table.
create table work_items (
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Of items that are known by an id of a payment service; empty for the dashboard's own.
  service_address text not null,
  item_id text not null check (char_length(item_id) between 1 and 255),
  -- Every change counts, so that one made from an older page is refused.
  version integer not null check (version > 0),
  assignee_id uuid references people (id),
  assigned_at timestamptz(3),
  state text not null check (state in ('open', 'waiting', 'done')),
  -- What it waits for, or why it is done.
  reason text check (char_length(reason) between 1 and 200),
  state_by uuid references people (id),
  state_at timestamptz(3),
  -- The condition in which the state was set: in another one the item is open again.
  mark text not null,
  -- When it is open again in any case; null for never.
  returns_at timestamptz(3),
  -- As it was at the last change, for lists that do not ask the service.
  team text not null,
  condition text not null,
  since timestamptz(3) not null,
  reference text not null,
  transaction_id text,
  amount_paise bigint check (amount_paise >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  -- When it was seen to need nobody any more, and why; null while it is in a queue.
  ended_at timestamptz(3),
  outcome text,
  primary key (kind, service_address, item_id),
  check ((assignee_id is null) = (assigned_at is null)),
  check ((state = 'open') = (reason is null)),
  check ((amount_paise is null) = (currency is null)),
  check ((ended_at is null) = (outcome is null))
);
create index work_items_of_person on work_items (assignee_id, coalesce(ended_at, 'infinity'::timestamptz) desc)
  where assignee_id is not null;
create index work_items_not_ended on work_items (kind, since) where ended_at is null;
create index work_items_ended on work_items (ended_at) where ended_at is not null;
-- Cancellations of unknown outcome are a kind of such items.
create index cancellations_unknown on cancellations (requested_at) where state = 'unknown';
