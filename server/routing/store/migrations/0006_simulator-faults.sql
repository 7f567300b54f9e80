-- What a test scripts the simulated gateway to do wrong. Read only when SIMULATOR_FAULTS=1, and then once a call.
create table simulator.faults (
  id bigint generated always as identity primary key,
  operation text not null
    check (operation in ('open_checkout', 'fetch_payment', 'refund', 'fetch_refund', 'charge')),
  kind text not null check (kind in ('refuse', 'unavailable', 'hang', 'slow', 'lose_answer', 'late_success')),
  delay_ms integer not null default 0 check (delay_ms between 0 and 60000),
  remaining integer not null default 1 check (remaining >= 0),
  -- A part of the payment's or the refund's id; null for any.
  about text collate "C"
);

-- A gateway that takes a refund's FAILURE back later (failure 24): it says SUCCESS from then on.
alter table simulator.refunds add column turns_success_at timestamptz;
