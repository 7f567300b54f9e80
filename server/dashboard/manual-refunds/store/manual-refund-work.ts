import type { WorkSource } from "../../queues/domain";

/** Manual refunds that wait for a second person, to be confirmed or voided, as work for finance. */
export const MANUAL_REFUND_WORK: WorkSource = {
  open: `
    select m.id::text as item_id,
      case m.state when 'WAITING' then 'manual_refund_waiting' else 'manual_refund_voiding' end as condition,
      'finance' as team, case m.state when 'WAITING' then m.state else 'VOIDING ' || extract(epoch from m.void_proposed_at) end as mark,
      case m.state when 'WAITING' then m.recorded_at else m.void_proposed_at end as since,
      m.reference, m.transaction_id, m.amount_paise, m.currency, m.is_test, p.name as who,
      case m.state when 'WAITING' then m.transfer_reference else m.void_reason end as why, array[p.id] as not_for
    from manual_refunds m
    join people p on p.id = case m.state when 'WAITING' then m.recorded_by else m.void_proposed_by end
    where m.state = 'WAITING' or (m.state = 'CONFIRMED' and m.void_proposed_at is not null)`,
  ended: `
    select m.id::text as item_id,
      case m.state when 'DECLINED' then 'manual_refund_declined' when 'WITHDRAWN' then 'manual_refund_withdrawn'
        when 'VOIDED' then 'manual_refund_voided' else 'manual_refund_confirmed' end as outcome
    from manual_refunds m where m.id = any($1::text[]::uuid[]) and m.state <> 'WAITING'
      and not (m.state = 'CONFIRMED' and m.void_proposed_at is not null)`,
};
