-- Filters of lists that had no index of their own: what they look for may be rare, or not there at all (decision 0175).
create index refunds_by_status on refunds (merchant_id, status, id);
create index webhook_deliveries_by_status on webhook_deliveries (merchant_id, status, id);
create index webhook_deliveries_by_event on webhook_deliveries (merchant_id, event, id);

-- A range of amounts is put into the order of the list without the records themselves.
drop index payments_by_amount;
create index payments_by_amount on payments (merchant_id, amount_paise) include (created_at, id);

-- Reading by an index alone wants pages that a vacuum has seen. A fifth of ten million is too long to wait for one.
alter table payments set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
alter table refunds set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
alter table payment_events set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
