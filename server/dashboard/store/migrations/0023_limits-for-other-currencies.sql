-- `*` is the limit of every currency that has none of its own.
alter table approval_rules drop constraint approval_rules_currency_check;
alter table approval_rules add constraint approval_rules_currency_check
  check (currency = '*' or currency ~ '^[A-Z]{3}$');
