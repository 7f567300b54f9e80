-- A range of amounts in one status is told by the index of amounts alone, like the range itself (decision 0176). A change of
-- status writes this index anyway, since other indexes hold the status too.
drop index payments_by_amount;
create index payments_by_amount on payments (merchant_id, amount_paise) include (created_at, id, status);
