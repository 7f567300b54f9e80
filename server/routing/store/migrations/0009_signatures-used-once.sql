-- Signatures of ops requests whose answer holds a new secret: each is good once (decision 0021). A row is of no use once
-- its signature has aged out of the tolerance, and the sweep removes it.
create table used_signatures (
  merchant_id integer not null references merchants,
  signature text collate "C" not null,
  valid_until timestamptz not null,
  primary key (merchant_id, signature)
);
create index used_signatures_by_end on used_signatures (valid_until);
