-- Views of a list that a person keeps: a name and an address' query. The contact of a customer is never in one.
create table saved_views (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  screen text not null check (screen in ('payments')),
  name text not null check (char_length(name) between 1 and 60),
  query text not null check (char_length(query) between 1 and 4000),
  created_at timestamptz(3) not null
);
create unique index saved_views_name on saved_views (person_id, screen, lower(name));

-- Decision 0110: a customer's contact that somebody looks for stays out of addresses. It is kept for as long as it is looked
-- for, and goes with the session at the latest.
create table customer_searches (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  field text not null check (field in ('email', 'phone')),
  value text not null,
  expires_at timestamptz(3) not null
);
create index customer_searches_session on customer_searches (session_id);
create index customer_searches_expiry on customer_searches (expires_at);
