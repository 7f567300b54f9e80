export type MoveEvent = { kind: string; at: Date; detail?: Record<string, string | null> };

/** Whether a record that has just ended has an outcome of its own for the success rates. */
export const HAS_OUTCOME = `(status in ('SUCCESS', 'FAILURE') or (status = 'DROP' and failure_code is not null))`;
/** Of a record `p`; null is no. */
export const IS_COMPARED = `case when p.attempt = 1 and p.status in ('DROP', 'CANCELLED') then
       p.routing_decision ? 'shares' or p.routing_decision -> 'experiment' ->> 'phase' = 'trial' end`;
