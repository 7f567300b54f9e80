-- A row that waits to be sent follows its refund too (an earlier attempt of the row made it, and it was approved on its own). The
-- dashboard reads the refund and sets the row without a lock on the refund: an outcome that was stored in between found the row
-- still ready, changed nothing, and the row stayed unknown for ever. Now the change waits for the row, and then follows. What
-- certainly was not sent is left to whoever sends the row or will, to try again; nobody tries a row that is unknown.
-- Old processes: they set the same states, and this function runs for their refunds as well.
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
    where id = new.id and state in ('ready', 'sending', 'unknown', 'accepted', 'done', 'failed');
  elsif new.state is distinct from old.state and new.state in ('UNKNOWN', 'REFUSED', 'NOT_SENT') then
    update bulk_rows
    set state = case new.state when 'UNKNOWN' then 'unknown' when 'REFUSED' then 'refused' else 'not_sent' end,
        message = new.message
    where id = new.id
      and (state = 'unknown'
        or (state in ('ready', 'sending') and (new.state <> 'NOT_SENT' or old.state = 'UNKNOWN')));
  end if;
  return new;
end
$$;

-- Rows that were left unknown although the outcome of their refund is known.
update bulk_rows r
set state = case
      when i.state = 'REFUSED' then 'refused'
      when i.state = 'NOT_SENT' then 'not_sent'
      when i.refund_status = 'SUCCESS' or i.late_success_seen_at is not null then 'done'
      when i.refund_status = 'FAILURE' then 'failed'
      else 'accepted' end,
    message = i.message
from refund_intents i
where i.id = r.id and r.state = 'unknown' and i.state in ('ACCEPTED', 'REFUSED', 'NOT_SENT');
