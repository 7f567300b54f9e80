-- A row follows the refund of its id only if that is of its payment and amount: a person who may refund could send the refund of
-- another payment under the id of a row, and the row counted as sent.
-- Old processes: they send a row's refund with its own payment and amount, so it is followed as before.
create or replace function follow_refund_intent() returns trigger language plpgsql as $$
begin
  if new.state = 'ACCEPTED' and (old.state <> 'ACCEPTED' or new.refund_status is distinct from old.refund_status
    or new.late_success_seen_at is distinct from old.late_success_seen_at)
  then
    update bulk_rows
    set state = case
          when new.refund_status = 'SUCCESS' or new.late_success_seen_at is not null then 'done'
          when new.refund_status = 'FAILURE' then 'failed'
          else 'accepted' end,
        message = new.message
    where id = new.id and transaction_id = new.transaction_id and amount_paise = new.amount_paise
      and state in ('ready', 'sending', 'unknown', 'accepted', 'done', 'failed');
  elsif new.state is distinct from old.state and new.state in ('UNKNOWN', 'REFUSED', 'NOT_SENT') then
    update bulk_rows
    set state = case new.state when 'UNKNOWN' then 'unknown' when 'REFUSED' then 'refused' else 'not_sent' end,
        message = new.message
    where id = new.id and transaction_id = new.transaction_id and amount_paise = new.amount_paise
      and (state = 'unknown'
        or (state in ('ready', 'sending') and (new.state <> 'NOT_SENT' or old.state = 'UNKNOWN')));
  end if;
  return new;
end
$$;
