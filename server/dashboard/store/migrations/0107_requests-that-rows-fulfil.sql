-- The refund request that a row of a bulk run fulfils, as a person chose, and how many steps its history had then (decision 0381).
-- Old processes: they send such a row without it, and the request stays open.
alter table bulk_rows add column accepts_request uuid;
alter table bulk_rows add column request_steps integer;

create or replace view current_bulk_rows as
  select r.id, r.run_id, r.position, r.line, r.reference, r.transaction_id, r.amount_text, r.amount_paise, r.currency, r.is_test,
    r.left_paise, r.reason, r.reason_code, r.fingerprint,
    case
      when i.id is null then r.state
      when i.state = 'ACCEPTED' then case
        when i.refund_status = 'SUCCESS' or i.late_success_seen_at is not null then 'done'
        when i.refund_status = 'FAILURE' then 'failed'
        else 'accepted' end
      when i.state = 'REFUSED' then 'refused'
      when i.state = 'UNKNOWN' then 'unknown'
      when i.state in ('RECORDED', 'SENDING') then 'sending'
      when i.was_unknown or r.state = 'unknown' then 'not_sent'
      else r.state
    end as state,
    r.faults, coalesce(i.message, r.message) as message, r.found, r.put_back_times, r.not_before, r.claimed_at, r.claimed_until,
    r.claimed_times, r.outcome_open, r.confirmed_by, r.confirmed_at, i.refund_id, i.refund_status,
    r.outside_paise, r.outside_reported_at, r.is_refunded, r.money_alert, r.accepts_request, r.request_steps
  from bulk_rows r
  left join refund_intents i
    on i.id = r.id and i.transaction_id = r.transaction_id and i.amount_paise = r.amount_paise;

-- Counts and sums read the refund only where the row can have one that is not paid yet. Rows of cancels and look-ups have none: a
-- balance is stored with each row of refunds before it is ready, and with no other row.
create or replace view bulk_row_states as
  select id, run_id, case when is_refunded then 'done' else state end as state, currency, amount_paise, is_test
  from bulk_rows where is_refunded or claimed_times = 0 or left_paise is null
  union all
  select id, run_id, state, currency, amount_paise, is_test
  from current_bulk_rows where not is_refunded and claimed_times > 0 and left_paise is not null;
