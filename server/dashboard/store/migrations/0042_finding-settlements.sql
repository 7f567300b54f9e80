-- Evidence with which two people settle a finding of the reconciliation (decision 0288). The finding itself is the service's.
create table finding_settlements (
  id uuid primary key,
  service_address text not null,
  finding_id text not null,
  finding_version integer not null,
  evidence text not null check (length(evidence) between 1 and 2000),
  vendor_reference text not null check (length(vendor_reference) between 1 and 255),
  proposed_by uuid not null references people (id),
  proposed_at timestamptz(3) not null,
  -- CONFIRMING: confirmed here; the service has not answered yet.
  state text not null check (state in ('PROPOSED', 'CONFIRMING', 'CONFIRMED', 'WITHDRAWN', 'REFUSED')),
  decided_by uuid references people (id),
  decided_at timestamptz(3),
  refusal text,
  check ((state = 'PROPOSED') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- Whatever the code does: nobody confirms their own.
  constraint finding_settlements_second_person check (state in ('PROPOSED', 'WITHDRAWN') or decided_by <> proposed_by)
);
create unique index finding_settlements_one_open on finding_settlements (service_address, finding_id)
  where state in ('PROPOSED', 'CONFIRMING');
create index finding_settlements_of_finding on finding_settlements (service_address, finding_id, proposed_at);
create index finding_settlements_by_proposer on finding_settlements (proposed_by);
create index finding_settlements_by_decider on finding_settlements (decided_by);
