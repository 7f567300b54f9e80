import { type Db, prepared } from "@/server/platform/pool";

/** `sending`: no answer yet; `unknown`: the answer was lost; `in_progress`: the service has it, and it has not ended. */
export type OpenRefunds = {
  state: "sending" | "unknown" | "in_progress";
  count: number;
  /** How long ago the oldest was sent, or requested where it was not sent yet; 0 when there is none. */
  oldestSeconds: number;
};

const SUM_OPEN_REFUNDS = prepared(
  `select named.state, count(i.id)::int as count,
     coalesce(greatest(extract(epoch from $1::timestamptz - min(coalesce(i.sent_at, i.requested_at))), 0), 0)::float8 as "oldestSeconds"
   from (values ('sending', '{RECORDED,SENDING}'::text[]), ('unknown', '{UNKNOWN}'), ('in_progress', '{ACCEPTED}')) as named (state, states)
   left join (
     select id, state, requested_at, sent_at from refund_intents
     where state in ('RECORDED', 'SENDING', 'UNKNOWN') or (state = 'ACCEPTED' and completed_at is null)) i
     on i.state = any (named.states)
   group by named.state`,
);

/** The refunds made here that have not ended, with a row for each state. */
export async function sumOpenRefunds(db: Db, now: Date): Promise<OpenRefunds[]> {
  const { rows } = await db.query<OpenRefunds>({ ...SUM_OPEN_REFUNDS, values: [now] });
  return rows;
}
