-- Refunds made without a payment gateway: by bank transfer, in cash or another way (decision 0289). While it waits or is confirmed, a
-- manual refund reserves its amount of the payment's balance. Nothing is ever sent for it.
create table manual_refunds (
  id uuid primary key,
  service_address text not null,
  transaction_id text not null,
  reference text not null,
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  method text not null check (method in ('bank_transfer', 'upi', 'cash', 'cheque', 'other')),
  paid_on date not null,
  -- The bank's number, the receipt's number: what the second person compares.
  transfer_reference text not null,
  note text,
  recorded_by uuid not null references people (id),
  recorded_at timestamptz(3) not null,
  state text not null check (state in ('WAITING', 'CONFIRMED', 'DECLINED', 'WITHDRAWN', 'VOIDED')),
  -- Who confirmed, declined or withdrew it.
  decided_by uuid references people (id),
  decided_at timestamptz(3),
  decision_reason text,
  voided_by uuid references people (id),
  voided_at timestamptz(3),
  void_reason text,
  check ((state = 'WAITING') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((state = 'VOIDED') = (voided_at is not null)),
  check ((voided_at is null) = (voided_by is null)),
  -- Two people for each that counts.
  check (state not in ('CONFIRMED', 'VOIDED') or decided_by <> recorded_by)
);
create index manual_refunds_by_payment on manual_refunds (transaction_id, recorded_at);
create index manual_refunds_waiting on manual_refunds (recorded_at, id) where state = 'WAITING';
create index manual_refunds_newest on manual_refunds (recorded_at desc, id desc);
