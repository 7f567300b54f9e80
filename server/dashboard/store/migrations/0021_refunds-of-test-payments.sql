-- Refunds of test payments move no money, and are marked wherever they show (decision 0210).
alter table refund_intents add column is_test boolean not null default false;
alter table tracked_refunds add column is_test boolean not null default false;

-- The simulator's own ids tell it of the refunds that were followed before.
update tracked_refunds set is_test = true where starts_with(gateway_refund_id, 'simrfd_');
update refund_intents i set is_test = true from tracked_refunds t
where t.is_test and t.service_address = i.service_address and t.refund_id = i.refund_id;
