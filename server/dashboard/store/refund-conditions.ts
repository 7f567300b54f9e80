import type { RefundFilter } from "../domain/refund-filter";
import { LIST_STATUS } from "./refund-sums";

/** Accepted by the service, and not ended. */
export const UNDER_WAY = "(i.state = 'ACCEPTED' and i.completed_at is null)";

/** Written out as they stand, so that the index over what is unsettled serves the short lists. */
export const VIEWS: Record<RefundFilter["view"], string> = {
  all: "true",
  in_progress: `(i.state in ('RECORDED', 'SENDING') or ${UNDER_WAY})`,
  attention: `(i.state = 'UNKNOWN' or (${UNDER_WAY} and i.requested_at < $1))`,
  failed: `(i.state in ('REFUSED', 'NOT_SENT') or (i.state = 'ACCEPTED' and i.refund_status = 'FAILURE'))`,
};

/** What a filter asks for, over `refund_intents i`; its values are those of `valuesOf`. */
export const CONDITIONS = `
  $1::timestamptz is not null
  and ($2::text[] is null or ${LIST_STATUS} = any($2))
  and ($3::date is null or i.requested_at >= $3::date::timestamp at time zone $5)
  and ($4::date is null or i.requested_at < ($4::date + 1)::timestamp at time zone $5)
  and ($6::bigint is null or i.amount_paise >= $6)
  and ($7::bigint is null or i.amount_paise <= $7)
  and ($8::uuid is null or i.requested_by = $8)
  and ($9::text is null or starts_with(i.reference, $9) or i.refund_id = $9 or i.transaction_id = $9)`;

export function valuesOf(filter: RefundFilter, ageingBefore: Date): unknown[] {
  return [
    ageingBefore,
    filter.statuses.length === 0 ? null : filter.statuses,
    filter.from,
    filter.until,
    filter.zone,
    filter.minPaise,
    filter.maxPaise,
    filter.requestedById,
    filter.text,
  ];
}
