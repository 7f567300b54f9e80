import type { WorkSource } from "../../queues/domain";

/** Manual refunds that wait for a second person, to be confirmed or voided, as work for finance. */
export const MANUAL_REFUND_WORK: WorkSource = {
  open: `
    select m.id::text as item_id, 'manual_refund_waiting' as condition, 'finance' as team, m.state as mark,
      m.recorded_at as since, m.reference, m.transaction_id, m.amount_paise, m.currency, m.is_test
    from manual_refunds m where m.state = 'WAITING'
    union all
    select m.id::text, 'manual_refund_voiding', 'finance', 'VOIDING', m.void_proposed_at, m.reference, m.transaction_id,
      m.amount_paise, m.currency, m.is_test
    from manual_refunds m where m.state = 'CONFIRMED' and m.void_proposed_at is not null`,
  ended: `
    select m.id::text as item_id,
      case m.state when 'DECLINED' then 'manual_refund_declined' when 'WITHDRAWN' then 'manual_refund_withdrawn'
        when 'VOIDED' then 'manual_refund_voided' else 'manual_refund_confirmed' end as outcome
    from manual_refunds m where m.id = any($1::text[]::uuid[]) and m.state <> 'WAITING'
      and not (m.state = 'CONFIRMED' and m.void_proposed_at is not null)`,
};
