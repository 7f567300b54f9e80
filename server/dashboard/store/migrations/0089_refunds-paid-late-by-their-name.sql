-- A failed refund that was paid late is listed, counted and summed as that (decision 0213), and no longer as failed.
-- Old processes: their lists by status read without an index for the moment, and they leave a status of the sums out that they do not know.
create index refund_intents_by_list_status on refund_intents (
  (case state when 'ACCEPTED' then case when late_success_seen_at is null then refund_status else 'PAID_LATE' end
     when 'RECORDED' then 'SENDING' else state end),
  requested_at desc, id desc);
drop index refund_intents_by_status;

drop trigger refund_changed on refund_intents;
create trigger refund_changed after update on refund_intents for each row
  when ((old.requested_at, old.state, old.refund_status, old.currency, old.amount_paise, old.late_success_seen_at) is distinct from
        (new.requested_at, new.state, new.refund_status, new.currency, new.amount_paise, new.late_success_seen_at))
  execute function take_refund_sums_away();
delete from refund_days_summed where day in (
  select (requested_at at time zone 'UTC')::date from refund_intents where late_success_seen_at is not null);
