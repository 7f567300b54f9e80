-- A merchant can move from one cell to another (decision 0334). `leaving`: requests and jobs of it are refused, and what runs
-- ends. `frozen`: no row of it changes, because they are being copied. `moved`: the same for good, for it is in another cell.
alter table merchants add column move_stage text check (move_stage in ('leaving', 'frozen', 'moved'));
alter table merchants add column moved_to text;
create index merchants_on_the_move on merchants (id) where move_stage is not null;

-- Here and not in the program, so that no process, of whichever version, can write what would be lost. The command that moves
-- sets `paydeck.mover` for its transactions. A row of a merchant that stays costs one lookup by key.
create function refuse_while_frozen() returns trigger language plpgsql as $$
declare
  merchant integer;
begin
  if tg_op = 'DELETE' then
    merchant := old.merchant_id;
  else
    merchant := new.merchant_id;
  end if;
  if exists (select from merchants where id = merchant and move_stage in ('frozen', 'moved'))
     and current_setting('paydeck.mover', true) is distinct from 'on' then
    raise exception 'merchant % is being moved to another cell', merchant using errcode = 'PDMOV';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

-- The triggers whose names begin with "a" run before those that write what follows from a change. What a retention deletes may
-- go from a frozen merchant, too: the copy has it, and deletes it by the same rule.
create trigger a_frozen_merchant before insert or update on adyen_account_events for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on api_keys for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on forgotten_references for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update on gateway_accounts for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on gateway_fee_lists for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on gateway_fees for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update on gateway_statistics for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update on idempotency_keys for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on payment_changes for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on payment_events for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on payment_outcomes for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on payment_sums for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on payment_wide_sums for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on payments for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on payments_summed for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on reconciliation_findings for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on reconciliation_run_findings for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on reconciliation_runs for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on refunds for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on reversals for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on routing_rule_sets for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on rule_experiment_results for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on rule_experiments for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update on success_rate_gains for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update on success_rate_shares for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update on used_signatures for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update on webhook_attempts for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update on webhook_deliveries for each row execute function refuse_while_frozen();
create trigger a_frozen_merchant before insert or update or delete on webhook_endpoints for each row execute function refuse_while_frozen();

-- A simulated gateway keeps its records here, as a vendor does on its side, and they move with the merchant (decision 0334): none
-- is made that would stay behind.
create function refuse_simulated_while_frozen() returns trigger language plpgsql as $$
declare
  merchant text := substring(to_jsonb(new) ->> tg_argv[0] from tg_argv[1]);
begin
  if exists (select from merchants where id = merchant::integer and move_stage in ('frozen', 'moved'))
     and current_setting('paydeck.mover', true) is distinct from 'on' then
    raise exception 'merchant % is being moved to another cell', merchant using errcode = 'PDMOV';
  end if;
  return new;
end $$;
create trigger a_frozen_merchant before insert or update on simulator.charges for each row
  execute function refuse_simulated_while_frozen('checkout_id', '^simco_([0-9]{1,9})_');
create trigger a_frozen_merchant before insert or update on simulator.refunds for each row
  execute function refuse_simulated_while_frozen('idempotency_key', '^([0-9]{1,9}):');

create function refuse_change_of_frozen_merchant() returns trigger language plpgsql as $$
begin
  if current_setting('paydeck.mover', true) is distinct from 'on' then
    raise exception 'merchant % is being moved to another cell', old.id using errcode = 'PDMOV';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;
create trigger a_frozen_merchant before update or delete on merchants for each row
  when (old.move_stage in ('frozen', 'moved')) execute function refuse_change_of_frozen_merchant();

-- Versions of rules stay as they are, except when their merchant has moved and its rows are deleted here.
create or replace function refuse_rule_set_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('paydeck.mover', true) = 'on' then
    return old;
  end if;
  raise exception 'a version of routing rules is never changed; add another one';
end $$;

-- Old processes: they do not know these columns. The constraint is on a new column, the index on a table of a few rows. Only the
-- command of this version sets a stage, and it is used when every process of both cells has this version.

-- Which cell this database is, once there are several: its name in the proxy's map, and the number from which its merchants' ids
-- begin, in millions. No two merchants of an installation have the same id, so that one can move without another id: gateways know
-- payments and refunds by it.
create table cell (
  only_row boolean primary key default true check (only_row),
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,30}$'),
  number integer not null check (number between 0 and 998)
);
