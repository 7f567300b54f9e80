-- When the amount of a refund began to count, by the clock of the database: when its acceptance was stored, or its late payment.
-- The clocks of processes differ: one that was behind stored an acceptance as of before another one had read the balance from the
-- service, and the amount was given away twice.
-- Old processes: they leave it null, and then the time by their own clock counts as before.
alter table refund_intents add column counted_at timestamptz;

-- All that is held of payments: what was or may be refunded, what awaits approval, what approved runs are still to send, what was
-- returned without a gateway, and what undecided requests reserve, where an admin has turned that on. Everybody who sums a part of it
-- reads it here. `id`: of the refund, approval, row, manual refund or request. The conditions in a case only check a row that was found
-- by its payment (decision 0181).
create view held_amounts as
  select 'refund'::text as kind, i.id, i.transaction_id, i.amount_paise, i.requested_by as person_id, null::uuid as run_id,
    i.requested_at as at, i.approval_id
  from refund_intents i
  where case when i.state in ('RECORDED', 'SENDING', 'UNKNOWN') or (i.state = 'ACCEPTED'
    and (i.refund_status is distinct from 'FAILURE' or i.late_success_seen_at is not null)) then true else false end
  union all
  select 'approval', a.id, v.transaction_id, v.amount_paise, a.requested_by, a.run_id, a.requested_at, a.id
  from approval_reservations v join approval_requests a on a.id = v.approval_id
  where case when a.state = 'WAITING' then true else false end
  union all
  select 'row', r.id, r.transaction_id, r.amount_paise, b.acting_id, b.id, b.started_at, null
  from bulk_rows r join bulk_runs b on b.id = r.run_id
  where r.state = 'ready' and b.kind = 'refund' and b.state in ('awaiting_approval', 'running', 'paused')
    and coalesce((select true from approval_requests a where a.run_id = b.id and a.state = 'APPROVED' limit 1), false)
  union all
  select 'manual', m.id, m.transaction_id, m.amount_paise, m.recorded_by, null, m.recorded_at, null
  from manual_refunds m where m.state in ('WAITING', 'CONFIRMED')
  union all
  select 'request', q.id, q.transaction_id, q.amount_paise, q.requested_by, null, q.requested_at, null
  from refund_requests q
  where q.state in ('OPEN', 'QUESTION') and q.requested_at > now() - interval '30 days'
    and exists (select from refund_settings where do_requests_reserve);
