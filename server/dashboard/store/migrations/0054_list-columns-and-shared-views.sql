-- The columns of a list that a person chose, in their order; no row means the default (decision 0298).
create table list_columns (
  person_id uuid not null references people (id) on delete cascade,
  list text not null check (list in ('payments', 'refunds')),
  -- [{"id": "created", "width": 180}, …]: those shown; a width in CSS pixels, or null for the default one.
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 1 and 50),
  saved_at timestamptz(3) not null,
  primary key (person_id, list)
);

-- A view is seen by others while it is shared; its owner stays the only one who changes it.
-- Old processes: they show a person's own views only, as before.
alter table saved_views
  add column shared_with text check (shared_with in ('everybody', 'support', 'ops', 'finance', 'admin')),
  add column shared_at timestamptz(3);
create index saved_views_shared on saved_views (screen, lower(name)) where shared_with is not null;
