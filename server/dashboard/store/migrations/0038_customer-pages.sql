-- The contact of a customer whose payments a person has opened (decision 0284). It is kept for half an hour, for the session that
-- opened it, so that no address contains it.
-- Old processes: they do not use this table.
create table customer_pages (
  id uuid primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  -- The payment from which it was opened.
  transaction_id text not null,
  email text,
  phone text,
  expires_at timestamptz(3) not null,
  check (email is not null or phone is not null)
);
create index customer_pages_session on customer_pages (session_id);
create index customer_pages_expiry on customer_pages (expires_at);
