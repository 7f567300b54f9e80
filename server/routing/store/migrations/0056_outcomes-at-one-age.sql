-- The outcome of a payment waits from the opening of its checkout until the payment has the age at which it counts (decision 0313):
-- `at` is that time, and `is_success` is null as long as it is not known. Those that count by now are found by it.
create index payment_outcomes_due on payment_outcomes (merchant_id, at, id);

-- Old processes: they write outcomes when payments end, which count as before, and count those of new ones at once as of payments that
-- were left. While both run, some payments count twice, and some too early as not paid.
