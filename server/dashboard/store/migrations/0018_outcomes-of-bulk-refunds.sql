-- A row of a refund is done when its refund has succeeded, and failed when it has failed (decision 0201). Whoever changes the
-- intent changes its row: the call, the resolver, a person who settles it, or the job that follows the refund. One that the service
-- has accepted is never sent again, also where its row was put back. What certainly never left is left to whoever is sending the
-- row, to try again; after an unknown outcome nobody does.
create or replace function follow_refund_intent() returns trigger language plpgsql as $$
begin
  if new.state = 'ACCEPTED' and (old.state <> 'ACCEPTED' or new.refund_status is distinct from old.refund_status) then
    update bulk_rows
    set state = case new.refund_status when 'SUCCESS' then 'done' when 'FAILURE' then 'failed' else 'accepted' end,
        message = new.message
    where id = new.id and state in ('ready', 'sending', 'unknown', 'accepted', 'done', 'failed');
  elsif new.state is distinct from old.state
    and (new.state in ('UNKNOWN', 'REFUSED') or (new.state = 'NOT_SENT' and old.state = 'UNKNOWN'))
  then
    update bulk_rows
    set state = case new.state when 'UNKNOWN' then 'unknown' when 'REFUSED' then 'refused' else 'not_sent' end,
        message = new.message
    where id = new.id and state in ('sending', 'unknown');
  end if;
  return new;
end
$$;

update bulk_rows r set state = case i.refund_status when 'FAILURE' then 'failed' else 'accepted' end
from refund_intents i
where i.id = r.id and r.state = 'done' and i.state = 'ACCEPTED' and i.refund_status is distinct from 'SUCCESS';
