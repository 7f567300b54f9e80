-- What this dashboard has seen of a payment service without the operations extension (decision 0329): such a service finds
-- payments by their reference alone.
-- Old processes: they do not use these tables.
create table seen_payments (
  service_address text not null,
  transaction_id text not null,
  reference text not null,
  amount_paise bigint not null check (amount_paise >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- As it was at seen_at.
  status text not null check (status in ('INITIATED', 'SUCCESS', 'FAILURE', 'DROP', 'CANCELLED')),
  gateway_transaction_id text,
  is_test boolean not null,
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  primary key (service_address, transaction_id)
);
create index seen_payments_of_reference on seen_payments (service_address, reference);
create index seen_payments_by_beginning on seen_payments (service_address, lower(reference collate "C"));
create index seen_payments_by_amount on seen_payments (service_address, amount_paise, created_at desc);
create index seen_payments_by_gateway on seen_payments (service_address, gateway_transaction_id)
  where gateway_transaction_id is not null;
create index seen_payments_age on seen_payments (seen_at);

-- With which contacts a reference was created in this dashboard: keyed hashes, never the contacts.
create table seen_contacts (
  service_address text not null,
  contact_hash bytea not null check (length(contact_hash) = 32),
  reference text not null,
  seen_at timestamptz(3) not null,
  primary key (service_address, contact_hash, reference)
);
create index seen_contacts_of_reference on seen_contacts (service_address, reference);
create index seen_contacts_age on seen_contacts (seen_at);

-- The page of a customer of whom only hashes are stored, for the session that opened it, for half an hour.
create table seen_customers (
  id uuid primary key,
  session_id uuid not null,
  -- The payment from which it was opened.
  transaction_id text not null,
  reference text not null,
  expires_at timestamptz(3) not null
);
create index seen_customers_expiry on seen_customers (expires_at);
