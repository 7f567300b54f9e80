-- Merchants no longer move from one database to another (decision 0393): what migrations 0047 and 0048 added for it goes. The tables
-- that a request writes first come first, so that one that has begun to write does not block this migration for long.
drop trigger a_frozen_merchant on payments;
drop trigger a_frozen_merchant on payment_events;
drop trigger a_frozen_merchant on refunds;
drop trigger a_frozen_merchant on reversals;
drop trigger a_frozen_merchant on adyen_account_events;
drop trigger a_frozen_merchant on api_keys;
drop trigger a_frozen_merchant on forgotten_references;
drop trigger a_frozen_merchant on gateway_accounts;
drop trigger a_frozen_merchant on gateway_fee_lists;
drop trigger a_frozen_merchant on gateway_fees;
drop trigger a_frozen_merchant on gateway_statistics;
drop trigger a_frozen_merchant on idempotency_keys;
drop trigger a_frozen_merchant on payment_changes;
drop trigger a_frozen_merchant on payment_outcomes;
drop trigger a_frozen_merchant on payment_sums;
drop trigger a_frozen_merchant on payment_wide_sums;
drop trigger a_frozen_merchant on payments_summed;
drop trigger a_frozen_merchant on reconciliation_findings;
drop trigger a_frozen_merchant on reconciliation_run_findings;
drop trigger a_frozen_merchant on reconciliation_runs;
drop trigger a_frozen_merchant on routing_rule_sets;
drop trigger a_frozen_merchant on rule_experiment_results;
drop trigger a_frozen_merchant on rule_experiments;
drop trigger a_frozen_merchant on success_rate_gains;
drop trigger a_frozen_merchant on success_rate_shares;
drop trigger a_frozen_merchant on used_signatures;
drop trigger a_frozen_merchant on webhook_attempts;
drop trigger a_frozen_merchant on webhook_deliveries;
drop trigger a_frozen_merchant on webhook_endpoints;
drop trigger a_frozen_merchant on simulator.charges;
drop trigger a_frozen_merchant on simulator.refunds;
drop trigger a_frozen_merchant on merchants;
drop function refuse_while_frozen();
drop function refuse_simulated_while_frozen();
drop function refuse_change_of_frozen_merchant();
create or replace function refuse_rule_set_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of routing rules is never changed; add another one';
end $$;

drop index merchants_on_the_move;
alter table merchants drop column moved_to, drop column move_began_at, drop column move_ended_at;
drop table cell;

-- After the lock on the table, so that no move begins meanwhile. This version would serve such a merchant here, and the other
-- database may serve it too.
do $$
declare
  moving text := (select string_agg(id::text, ', ' order by id) from merchants where move_stage is not null);
begin
  if moving is not null then
    raise exception 'These merchants are moving to another database, or have moved: %. Nothing was changed. Use the version before: "npm run cells -- stay" ends a move, "move" brings a merchant back, and one that another database serves is cleared ("clear") and then deleted ("set paydeck.mover = ''on''; delete from merchants where id = ...").', moving;
  end if;
end $$;

-- Old processes: they read `move_stage` in each request, so it stays, null for all, until a later migration drops it. Of the other
-- columns, the table and the triggers they need nothing while no merchant moves; their `npm run cells` fails and changes nothing.
