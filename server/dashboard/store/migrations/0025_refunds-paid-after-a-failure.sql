-- A gateway can pay a refund after it has reported a failure (decision 0213). The status stays FAILURE; this is when the dashboard
-- first read from the service that the refund was paid.
alter table refund_intents add column late_success_seen_at timestamptz(3);

-- A bulk row whose refund was paid late is done: its amount is not back in the balance. The rest is as in 0018.
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
