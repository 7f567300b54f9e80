-- What payments of the past add up to, so that counts over a span do not read every payment of it (decision 0186).
-- Quarters of an hour: the day of every time zone begins at one. An empty gateway or method stands for none.
create table payment_sums (
  merchant_id integer not null references merchants,
  starts_at timestamptz not null,
  status text not null,
  currency text not null,
  gateway text not null,
  payment_method text not null,
  count bigint not null,
  sum_paise numeric not null,
  primary key (merchant_id, starts_at, status, currency, gateway, payment_method)
);

-- Sums of these over three hours, by one split each: most of a long span lies in such.
create table payment_wide_sums (
  merchant_id integer not null references merchants,
  split text not null check (split in ('none', 'gateway', 'payment_method')),
  starts_at timestamptz not null,
  status text not null,
  currency text not null,
  part text not null,
  count bigint not null,
  sum_paise numeric not null,
  primary key (merchant_id, split, starts_at, status, currency, part)
);

-- Up to when a merchant's payments are summed, by the time of their creation.
create table payments_summed (
  merchant_id integer primary key references merchants,
  until timestamptz not null
);

-- What became different of payments created a while ago, until it is added to the sums. A row with count 1 is what came, one with
-- -1 what went. Written only by the triggers below; no reference to merchants, whose row every late payment would lock.
create table payment_changes (
  merchant_id integer not null,
  id bigint generated always as identity,
  created_at timestamptz not null,
  status text not null,
  currency text not null,
  gateway text,
  payment_method text,
  amount_paise bigint not null,
  count smallint not null check (count in (-1, 1)),
  primary key (merchant_id, created_at, id)
);
alter table payment_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function note_payment_change() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    insert into payment_changes (merchant_id, created_at, status, currency, gateway, payment_method, amount_paise, count)
    values (old.merchant_id, old.created_at, old.status, old.currency, old.gateway, old.payment_method, old.amount_paise, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into payment_changes (merchant_id, created_at, status, currency, gateway, payment_method, amount_paise, count)
    values (new.merchant_id, new.created_at, new.status, new.currency, new.gateway, new.payment_method, new.amount_paise, 1);
  end if;
  return null;
end $$;

-- What happens within ten minutes is seen by whoever sums: nothing is summed before twice as long, and before transactions that
-- began in that time have ended. The clock is read after the write, when the transaction has its id.
create trigger payment_came_late after insert on payments for each row
  when (new.created_at < clock_timestamp() - interval '10 minutes')
  execute function note_payment_change();
create trigger payment_changed_late after update on payments for each row
  when (least(old.created_at, new.created_at) < clock_timestamp() - interval '10 minutes'
    and (old.merchant_id, old.created_at, old.status, old.currency, old.gateway, old.payment_method, old.amount_paise) is distinct from
        (new.merchant_id, new.created_at, new.status, new.currency, new.gateway, new.payment_method, new.amount_paise))
  execute function note_payment_change();
create trigger payment_went after delete on payments for each row execute function note_payment_change();

create function forget_payment_sums() returns trigger language plpgsql set search_path from current as $$
begin
  delete from payments_summed;
  delete from payment_sums;
  delete from payment_wide_sums;
  delete from payment_changes;
  return null;
end $$;
create trigger payments_emptied after truncate on payments for each statement execute function forget_payment_sums();
