-- Payments that were not paid, with what says why (decision 0312): a filter and a count by decline reason read this index alone.
-- Reasons are computed from the vendors' codes, so that a corrected map corrects the past too.
create index payments_declined on payments (merchant_id, created_at desc, id desc) include (gateway, status, failure_code)
  where status in ('FAILURE', 'DROP');
-- Old processes: they do not use the index. Their writes wait while it is built, about a second for each million payments.
