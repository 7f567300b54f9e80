-- What a merchant's gateways charge, as people enter it (decision 0317). Routing compares with it, and no money is calculated from it.
-- Old processes: they know no fees and write no averages, so a count of theirs leaves `average_paise` and `cost_within` as they
-- are. A rule that weighs fees can be saved only by a process that knows it.

-- The fees of one gateway are saved together. `revision` grows with each saving, so that nobody overwrites what they have not seen.
create table gateway_fee_lists (
  merchant_id integer not null references merchants,
  gateway text not null,
  revision integer not null check (revision >= 1),
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (merchant_id, gateway)
);

create table gateway_fees (
  merchant_id integer not null,
  gateway text not null,
  currency text not null,
  -- Null: for every method without a fee of its own.
  payment_method text,
  -- For each payment, in hundredths of the currency.
  fixed_paise bigint not null check (fixed_paise >= 0),
  -- Of the amount, in millionths: 23,600 are 2.36 percent.
  rate_millionths integer not null check (rate_millionths between 0 and 1000000),
  foreign key (merchant_id, gateway) references gateway_fee_lists on delete cascade
);
create unique index gateway_fees_of_method on gateway_fees (merchant_id, gateway, currency, coalesce(payment_method, ''));

-- The average amount of the outcomes, weighed as they are; null until one was counted with its amount.
alter table gateway_statistics add column average_paise bigint check (average_paise >= 0);
-- How far the rate could be below the best one for a lower fee, when these shares were counted; a fraction.
alter table success_rate_shares add column cost_within double precision not null default 0;
