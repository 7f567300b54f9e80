-- The refund of the row is paid, which nothing changes any more (decisions 0034 and 0213). Set some time after the refund says so, or never;
-- without it the state of the row is read from the refund, as migration 0083 says.
alter table bulk_rows add column is_refunded boolean not null default false;

update bulk_rows r set is_refunded = true
from refund_intents i
where i.id = r.id and i.transaction_id = r.transaction_id and i.amount_paise = r.amount_paise
  and i.state = 'ACCEPTED' and (i.refund_status = 'SUCCESS' or i.late_success_seen_at is not null);

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
    r.outside_paise, r.outside_reported_at, r.is_refunded
  from bulk_rows r
  left join refund_intents i
    on i.id = r.id and i.transaction_id = r.transaction_id and i.amount_paise = r.amount_paise;

-- The states of rows, to count and sum them: those of current_bulk_rows. The refund is read only where the row may have one (it was claimed)
-- that is not paid yet.
create view bulk_row_states as
  select id, run_id, case when is_refunded then 'done' else state end as state, currency, amount_paise, is_test
  from bulk_rows where is_refunded or claimed_times = 0
  union all
  select id, run_id, state, currency, amount_paise, is_test
  from current_bulk_rows where not is_refunded and claimed_times > 0;
