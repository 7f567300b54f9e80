-- What was last seen of each refund that is followed, made here or elsewhere. All processes and all viewers share it: it
-- says who asks the service, when it was asked and when it is asked next.
create table tracked_refunds (
  service_address text not null,
  refund_id text not null,
  transaction_id text not null,
  reference text not null,
  amount_paise bigint not null check (amount_paise >= 0),
  currency text,
  reason text,
  status text not null check (status in ('INITIATED', 'PROCESSING', 'SUCCESS', 'FAILURE')),
  gateway_refund_id text,
  requested_at timestamptz(3) not null,
  completed_at timestamptz(3),
  is_made_here boolean not null,
  -- When the service last told its status, and when it was last asked, whether or not it answered.
  checked_at timestamptz(3) not null,
  asked_at timestamptz(3) not null,
  -- While one process asks, no other does; a process that died in between holds nobody up for longer.
  asking_until timestamptz(3),
  -- Null once it has ended.
  next_check_at timestamptz(3),
  watched_until timestamptz(3),
  trouble text check (trouble in ('unavailable', 'key_refused', 'busy', 'not_found')),
  retry_after_seconds integer check (retry_after_seconds >= 0),
  primary key (service_address, refund_id),
  check ((completed_at is null) = (next_check_at is not null)),
  check (completed_at is null or status in ('SUCCESS', 'FAILURE'))
);
create index tracked_refunds_open on tracked_refunds (next_check_at) where completed_at is null;
create index tracked_refunds_elsewhere on tracked_refunds (checked_at) where not is_made_here;
create index tracked_refunds_transaction on tracked_refunds (transaction_id);

insert into tracked_refunds (service_address, refund_id, transaction_id, reference, amount_paise, currency, reason,
  status, gateway_refund_id, requested_at, completed_at, is_made_here, checked_at, asked_at, next_check_at)
select service_address, refund_id, transaction_id, reference, amount_paise, currency, reason, refund_status,
  gateway_refund_id, requested_at, completed_at, true, coalesce(last_checked_at, answered_at),
  coalesce(last_checked_at, answered_at), case when completed_at is null then answered_at end
from refund_intents where state = 'ACCEPTED';

-- The lists of refunds: by their payment's reference, and what has not ended.
create index refund_intents_reference on refund_intents (reference, requested_at desc);
create index refund_intents_requester on refund_intents (requested_by, requested_at desc);
