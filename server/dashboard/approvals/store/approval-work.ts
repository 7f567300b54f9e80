import type { WorkSource } from "../../queues/domain";

/**
 * Refunds and bulk runs that wait for approval, as work for finance. Nobody approves their own, nor what fulfils their own
 * refund request, nor more than their role's limit. `why` of a run is the number of its refunds.
 */
export const APPROVAL_WORK: WorkSource = {
  open: `
    select a.id::text as item_id, case a.kind when 'bulk' then 'approval_bulk' else 'approval_refund' end as condition,
      'finance' as team, 'waiting' as mark, a.requested_at as since,
      coalesce(a.reference, a.run_name, left(a.run_id::text, 8)) as reference, a.transaction_id,
      t.amount_paise, t.currency, a.is_test, p.name as who,
      case a.kind when 'bulk' then a.row_count::text else a.reason end as why, array[a.requested_by]
        || array(select q.requested_by from refund_requests q where q.intent_id = a.id)
        || array(select q.requested_by from bulk_rows b join refund_requests q on q.id = b.accepts_request
          where b.run_id = a.run_id and b.accepts_request is not null and b.state in ('ready', 'sending'))
        || array(select l.id from people l join roles o on o.id = l.composed_role_id
          where o.approve_limits is not null and exists (select from approval_totals s where s.approval_id = a.id
            and s.amount_paise > coalesce((o.approve_limits ->> s.currency)::bigint, 0))) as not_for
    from approval_requests a
    join people p on p.id = a.requested_by
    left join lateral (select min(s.amount_paise) as amount_paise, min(s.currency) as currency from approval_totals s
      where s.approval_id = a.id having count(*) = 1) t on true
    where a.state = 'WAITING'`,
  ended: `
    select a.id::text as item_id, 'approval_' || lower(a.state) as outcome
    from approval_requests a where a.id = any($1::text[]::uuid[]) and a.state <> 'WAITING'`,
};
