import type { WorkSource } from "../../queues/domain";

/**
 * Refunds and bulk runs that wait for approval, as work for finance. Nobody approves their own. `why` of a run is the number
 * of its refunds.
 */
export const APPROVAL_WORK: WorkSource = {
  open: `
    select a.id::text as item_id, case a.kind when 'bulk' then 'approval_bulk' else 'approval_refund' end as condition,
      'finance' as team, 'waiting' as mark, a.requested_at as since,
      coalesce(a.reference, a.run_name, left(a.run_id::text, 8)) as reference, a.transaction_id,
      t.amount_paise, t.currency, a.is_test, p.name as who,
      case a.kind when 'bulk' then a.row_count::text else a.reason end as why, a.requested_by as not_for
    from approval_requests a
    join people p on p.id = a.requested_by
    left join lateral (select min(s.amount_paise) as amount_paise, min(s.currency) as currency from approval_totals s
      where s.approval_id = a.id having count(*) = 1) t on true
    where a.state = 'WAITING'`,
  ended: `
    select a.id::text as item_id, 'approval_' || lower(a.state) as outcome
    from approval_requests a where a.id = any($1::text[]::uuid[]) and a.state <> 'WAITING'`,
};
