-- The payments of a merchant's own account. Not in 0032, whose new column of payments keeps readers out until its transaction ends:
-- building the index reads the whole table, although it is empty. Databases that ran 0032 while it had the index have it.
create index if not exists payments_of_gateway_account on payments (merchant_id, gateway, gateway_account, id)
  where gateway_account is not null;
-- Old processes: they do not use the index. Their writes wait while it is built, about a second for each million payments.
