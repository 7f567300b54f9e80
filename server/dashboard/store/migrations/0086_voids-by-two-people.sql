-- A confirmed manual refund is voided by two people, as it was recorded (decision 0289): one proposes it with a reason, which is in
-- void_reason, another agrees. Until then its state stays CONFIRMED, so that its amount stays reserved for every process.
-- Old processes: they void one by one person, and leave the proposal's columns empty.
alter table manual_refunds add column void_proposed_by uuid references people (id);
alter table manual_refunds add column void_proposed_at timestamptz(3);
alter table manual_refunds add check ((void_proposed_at is null) = (void_proposed_by is null));
alter table manual_refunds add check (void_proposed_by is null or state in ('CONFIRMED', 'VOIDED'));
-- Whatever the code does: nobody agrees with their own proposal.
alter table manual_refunds add check (voided_by is null or void_proposed_by is null or voided_by <> void_proposed_by);
create index manual_refunds_void_proposed on manual_refunds (recorded_at desc, id desc)
  where state = 'CONFIRMED' and void_proposed_at is not null;
-- Records of one transfer, which may be of two payments.
create index manual_refunds_by_transfer on manual_refunds (lower(transfer_reference)) where state in ('WAITING', 'CONFIRMED');
