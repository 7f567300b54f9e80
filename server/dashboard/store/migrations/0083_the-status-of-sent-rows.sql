-- The status of a row of a bulk run is that of its refund from the moment when that is stored. It is read, and no longer copied by a
-- trigger: what is read cannot be behind, whoever changes the refund. The row keeps the state of its turn: waiting, claimed, ended.
-- A refund that was certainly not sent leaves that to whoever sends the row, to try again; after an unknown outcome nobody does.
alter table refund_intents add column was_unknown boolean not null default false;

create view current_bulk_rows as
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
    r.claimed_times, r.outcome_open, r.confirmed_by, r.confirmed_at, i.refund_id, i.refund_status
  from bulk_rows r
  left join refund_intents i
    on i.id = r.id and i.transaction_id = r.transaction_id and i.amount_paise = r.amount_paise;

-- Old processes: they copy what is known of a run's refunds themselves in each turn of the run, and show it from then on.
drop trigger refund_intents_bulk_row on refund_intents;
drop function follow_refund_intent();
