-- What the search of the ops extension reads by, so that no usual filter walks a merchant's whole history (decision
-- 0018). Each begins with the merchant and ends in the order of the list, newest first.
create index payments_newest_first on payments (merchant_id, created_at desc, id desc)
  include (status, currency, amount_paise, gateway, payment_method);
create index payments_by_status on payments (merchant_id, status, created_at desc, id desc);
create index payments_by_amount on payments (merchant_id, amount_paise);

-- Partial: a payment that leaves a field out costs its index nothing.
create index payments_by_gateway on payments (merchant_id, gateway, created_at desc, id desc)
  where gateway is not null;
create index payments_by_method on payments (merchant_id, payment_method, created_at desc, id desc)
  where payment_method is not null;
create index payments_by_udf1 on payments (merchant_id, udf1, created_at desc, id desc) where udf1 is not null;
create index payments_by_udf2 on payments (merchant_id, udf2, created_at desc, id desc) where udf2 is not null;
create index payments_by_udf3 on payments (merchant_id, udf3, created_at desc, id desc) where udf3 is not null;
create index payments_by_phone on payments (merchant_id, customer_phone, created_at desc, id desc)
  where customer_phone is not null;
-- An address has no limit of length, while an index entry has: the beginning finds it, the whole is compared.
create index payments_by_email on payments (merchant_id, left(customer_email, 254), created_at desc, id desc)
  where customer_email is not null;

-- Late money on its way back, what people have to look after first.
create index reversals_urgent_first on reversals (
  merchant_id,
  (case status when 'FAILURE' then 0 when 'SUCCESS' then 2 else 1 end),
  requested_at desc, payment_id desc, gateway_transaction_id desc);
