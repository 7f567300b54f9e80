import { type RefundFilter, spanOfFilter } from "../domain/refund-filter";
import { LIST_STATUS } from "./refund-sums";

/** Accepted by the service, and not final. */
export const UNDER_WAY = "(i.state = 'ACCEPTED' and i.completed_at is null)";

/** Repeated literally, so that the partial index over unresolved refunds serves the short lists. */
export const VIEWS: Record<RefundFilter["view"], string> = {
  all: "true",
  in_progress: `(i.state in ('RECORDED', 'SENDING') or ${UNDER_WAY})`,
  attention: `(i.state = 'UNKNOWN' or (${UNDER_WAY} and i.requested_at < $1))`,
  // The money of one that was paid late has left.
  failed: `((i.state in ('REFUSED', 'NOT_SENT') or (i.state = 'ACCEPTED' and i.refund_status = 'FAILURE'))
    and i.late_success_seen_at is null)`,
};

/** A filter's conditions over `refund_intents i`; its parameters are those of `valuesOf`. */
export const CONDITIONS = `
  $1::timestamptz is not null
  and ($2::text[] is null or ${LIST_STATUS} = any($2))
  and ($3::timestamptz is null or i.requested_at >= $3)
  and ($4::timestamptz is null or i.requested_at < $4)
  and ($5::bigint is null or i.amount_paise >= $5)
  and ($6::bigint is null or i.amount_paise <= $6)
  and ($7::uuid is null or i.requested_by = $7)
  and ($8::text is null or starts_with(i.reference, $8) or i.refund_id = $8 or i.transaction_id = $8)
  and ($9::text is null or i.reason_code = $9 or ($9 = 'none' and i.reason_code is null))`;

export function valuesOf(filter: RefundFilter, ageingBefore: Date): unknown[] {
  const span = spanOfFilter(filter);
  return [
    ageingBefore,
    filter.statuses.length === 0 ? null : filter.statuses,
    span.from,
    span.until,
    filter.minPaise,
    filter.maxPaise,
    filter.requestedById,
    filter.text,
    filter.reasonCode,
  ];
}
