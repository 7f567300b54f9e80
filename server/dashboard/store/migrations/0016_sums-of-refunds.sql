-- What the refunds of past days add up to, so that totals do not read every refund there ever was (decision 0188). Days of UTC.
-- A day that is not in refund_days_summed is read refund by refund.
create table refund_days_summed (
  day date primary key
);
create table refund_day_sums (
  day date not null references refund_days_summed on delete cascade,
  -- As the list names it: see refund_intents_by_status.
  status text not null,
  currency text not null,
  count integer not null,
  sum_paise numeric not null,
  primary key (day, status, currency)
);

-- What changes takes its day's sums away. The lock is shared among all who change refunds, and kept from whoever sums until they have
-- committed: a sum has either seen the change, or is there for the change to take away.
create function take_refund_sums_away() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('refund-sums', 0));
  if tg_op <> 'INSERT' then
    delete from refund_days_summed where day = (old.requested_at at time zone 'UTC')::date;
  end if;
  if tg_op <> 'DELETE' then
    delete from refund_days_summed where day = (new.requested_at at time zone 'UTC')::date;
  end if;
  return null;
end $$;
create trigger refund_came_or_went after insert or delete on refund_intents for each row
  execute function take_refund_sums_away();
create trigger refund_changed after update on refund_intents for each row
  when ((old.requested_at, old.state, old.refund_status, old.currency, old.amount_paise) is distinct from
        (new.requested_at, new.state, new.refund_status, new.currency, new.amount_paise))
  execute function take_refund_sums_away();

create function forget_refund_sums() returns trigger language plpgsql as $$
begin
  delete from refund_days_summed;
  return null;
end $$;
create trigger refunds_emptied after truncate on refund_intents for each statement execute function forget_refund_sums();

-- With the rights of the tables' owner, as in 0011: while an upgrade starts, the version before it changes refunds as a role that
-- knows nothing of these tables yet.
do $$
declare
  name text;
begin
  foreach name in array array['take_refund_sums_away', 'forget_refund_sums'] loop
    execute format('alter function %I() security definer set search_path = %I, pg_temp', name, current_schema());
    execute format('revoke execute on function %I() from public', name);
  end loop;
end
$$;
