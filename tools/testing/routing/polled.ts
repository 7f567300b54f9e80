import type pg from "pg";

/** Has a payment polled until then, in milliseconds from now, as a charge that began does; its next poll is an hour away. */
export async function pollUntil(
  db: Pick<pg.Pool, "query">,
  paymentId: string,
  untilMs: number,
  polls = 0,
): Promise<void> {
  await db.query(
    `with polled as (
       update payments set watched_until = now() + $2 * interval '1 millisecond' where id = $1 returning merchant_id, id, gateway)
     insert into payment_polls (merchant_id, payment_id, gateway, due_at, polls)
     select merchant_id, id, gateway, now() + interval '1 hour', $3::integer from polled
     on conflict (merchant_id, payment_id) do update set polls = excluded.polls`,
    [paymentId, untilMs, polls],
  );
}

type PollRow = {
  /** Seconds until it is due. */
  pause: number;
  polls: number;
  isAsked: boolean;
  isTaken: boolean;
  origin: unknown;
};

/** The row by which a payment is polled; null when there is none. */
export async function pollOf(db: Pick<pg.Pool, "query">, paymentId: string): Promise<PollRow | null> {
  const { rows } = await db.query<PollRow>(
    `select extract(epoch from due_at - now())::float8 as pause, polls, asked_at is not null as "isAsked",
       taken_by is not null as "isTaken", origin
     from payment_polls where payment_id = $1`,
    [paymentId],
  );
  return rows[0] ?? null;
}
