-- Keys that cannot refund, and keys that only read (decision 0315).
-- Old processes: they know one kind of restricted key and let each restricted key sign all five endpoints. The first key of
-- these two kinds is created when none of them runs any more.
alter table api_keys drop constraint api_keys_access_check;
alter table api_keys add constraint api_keys_access_check
  check (access in ('all', 'payments', 'payments_without_refunds', 'read_only'));
