-- References of payments that are kept no longer (decision 0193): a reference is unique per merchant for good.
create table forgotten_references (
  merchant_id integer not null references merchants,
  merchant_transaction_id text collate "C" not null,
  primary key (merchant_id, merchant_transaction_id)
);
