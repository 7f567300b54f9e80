-- Under which addresses payment services were used, and what each called this merchant there (decision 0355). Rows of refunds,
-- requests and work name the service by its address; they are moved to another address when it is the same service.
-- Old processes do not know the table.
create table known_services (
  address text primary key,
  -- Null: the service does not tell, or has not been asked since this table exists.
  merchant_id text,
  -- When a process last began to use it.
  used_at timestamptz(3) not null
);
insert into known_services (address, merchant_id, used_at)
select address, null, max(at) from (
  select service_address, requested_at from refund_intents
  union all select service_address, checked_at from tracked_refunds
  union all select service_address, seen_at from seen_payments
) used (address, at)
where at is not null group by address;
