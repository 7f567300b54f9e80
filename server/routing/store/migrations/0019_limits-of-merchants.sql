-- What the operator lets a merchant send, over all of its keys (decision 0216); null where only the limits of its keys hold.
-- Apart from the limits of keys, which merchants set themselves.
alter table merchants
  add column rate_per_second integer check (rate_per_second > 0),
  add column rate_burst integer check (rate_burst > 0);
