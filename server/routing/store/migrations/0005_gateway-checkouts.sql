-- What a payment at a vendor's own page needs beside its checkout's id. `watched_until`: as long as it is set, money may
-- still come for the payment, and the gateway is asked about it (decision 0012); null when none can come any more.
alter table payments add column gateway_checkout_url text;
alter table payments add column paid_method text;
alter table payments add column watched_until timestamptz;
create index payments_watched on payments (merchant_id, id) where watched_until is not null;

-- A payment that was being charged when this was installed is watched like the others.
update payments set watched_until = expires_at where status = 'INITIATED' and gateway_checkout_id is not null;

-- A refund that its gateway first called failed and then paid: the status stays, operators are told once (failure 24).
alter table refunds add column succeeded_late_at timestamptz;

-- The sweep and the reconciliation look for what has not ended; notifications name the gateway's ids only.
create index refunds_completed on refunds (completed_at);
create index refunds_at_gateway on refunds (gateway_refund_id);
create index reversals_open on reversals (merchant_id, payment_id) where completed_at is null;
create index reversals_completed on reversals (completed_at);
create index reversals_at_gateway on reversals (gateway_refund_id);
create index payments_completed on payments (completed_at) where completed_at is not null;
create index payments_at_gateway on payments (gateway_transaction_id) where gateway_transaction_id is not null;
