-- Whether the money of a row's payment may be gone, as its gateway had reported when the row was checked (decision 0366).
-- Old processes: they check rows without it.
alter table bulk_rows add column money_alert text check (money_alert in ('charge_missing', 'charged_back', 'disputed'));
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
    r.outside_paise, r.outside_reported_at, r.is_refunded, r.money_alert
  from bulk_rows r
  left join refund_intents i
    on i.id = r.id and i.transaction_id = r.transaction_id and i.amount_paise = r.amount_paise;
