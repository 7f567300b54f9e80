import { type JobOrigin, jobOrigin } from "@/server/platform/run-job";
import { dueRows, type Released, type Work } from "@/server/platform/due-rows/due-rows";
import { type Db, prepared } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { isDistributed } from "../distributed";
import { allColumnsOf, fromRow, type PaymentRow } from "./payment-row";

type PaymentId = Pick<Payment, "merchantId" | "id">;

/** A payment that this worker polls. */
export type TakenPoll = PaymentId &
  Work & {
    gateway: string;
    payment: Payment;
    /** How often it was polled since it began. */
    polls: number;
    /** Since when a lookup is wanted; null when none is. */
    askedAt: Date | null;
  };

type TakenRow = PaymentRow & { lane: string; polls: number; asked_at: Date | null };

const rows = dueRows<PaymentId, TakenRow, TakenPoll>({
  table: "payment_polls",
  key: [
    { column: "merchant_id", type: "integer", value: ({ merchantId }) => merchantId },
    { column: "payment_id", type: "text", value: ({ id }) => id },
  ],
  lane: "gateway",
  hasAskedAt: true,
  join: { table: "payments p", on: "p.merchant_id = t.merchant_id and p.id = t.payment_id" },
  columns: `${allColumnsOf("p")}, t.gateway as lane, t.polls, t.asked_at`,
  fromRow: (row) => ({
    merchantId: row.merchant_id,
    id: row.id,
    gateway: row.lane,
    payment: fromRow(row),
    polls: row.polls,
    askedAt: row.asked_at,
  }),
  isDistributed,
});

const CLAIMS = `(select * from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[], $5::float8[], $6::integer[], $7::timestamptz[])
   as n (merchant_id, payment_id, taken_by, due_at, pause_ms, polls, asked_at))`;
const IS_HELD = "t.merchant_id = n.merchant_id and t.payment_id = n.payment_id and t.taken_by = n.taken_by";
const IS_OVER = "n.pause_ms is null and t.due_at = n.due_at";
const whereOver = (claims: string): string =>
  `delete from payment_polls t using ${claims} n where ${IS_HELD} and ${IS_OVER}`;
const whereNotOver = (claims: string): string =>
  `update payment_polls t set taken_by = null, taken_until = null,
     due_at = case when t.due_at = n.due_at then now() + n.pause_ms * interval '1 millisecond' else t.due_at end,
     polls = case when t.due_at = n.due_at then n.polls else t.polls end,
     asked_at = case when t.due_at = n.due_at then n.asked_at else t.asked_at end
   from ${claims} n where ${IS_HELD} and not (${IS_OVER})`;
const RELEASE = prepared(`with claims as materialized ${CLAIMS},
   over as (${whereOver("claims")})
   ${whereNotOver("claims")}`);
/** A Citus gets them as separate statements (decision 0393). */
const RELEASE_IN_PARTS = [prepared(whereOver(CLAIMS)), prepared(whereNotOver(CLAIMS))];

/** The polls of payments. */
export const duePolls: Omit<typeof rows, "ask"> = {
  ...rows,
  /**
   * Ends claims that are still held, and saves `polls` and `askedAt` of the rows as they are given. A row that somebody asked
   * for meanwhile stays, as it was asked for; another one without a pause is over.
   */
  async release(db: Db, released: readonly Released<TakenPoll>[]): Promise<void> {
    const polls = released.map(({ row }) => row);
    const values = [
      polls.map(({ merchantId }) => merchantId),
      polls.map(({ id }) => id),
      polls.map(({ claim }) => claim.takenBy),
      polls.map(({ claim }) => claim.dueAt),
      released.map(({ pauseMs }) => pauseMs),
      polls.map((row) => row.polls),
      polls.map(({ askedAt }) => askedAt),
    ];
    const statements = (await isDistributed(db)) ? RELEASE_IN_PARTS : [RELEASE];
    for (const statement of statements) await db.query({ ...statement, values });
  },
};

/** A poll that is new, or due earlier than it was. */
export type NewPoll = { pauseMs: number; origin: JobOrigin };

const COLUMNS = "merchant_id, payment_id, gateway, due_at, origin";
/** While a worker has the row, any new time tells that worker that it was asked for, and is kept by its release. */
const BROUGHT_FORWARD = `due_at = case when t.taken_by is null then least(t.due_at, excluded.due_at) else excluded.due_at end,
  origin = excluded.origin`;
const BEGUN_ANEW = `on conflict (merchant_id, payment_id) do update set ${BROUGHT_FORWARD}, polls = 0`;

/** A part of a statement that polls the payments of `saved`, which also has the columns `gateway`, `pause_ms` and `origin`. */
export const INSERT_POLLS_OF_SAVED = `insert into payment_polls as t (${COLUMNS})
   select merchant_id, id, gateway, now() + pause_ms * interval '1 millisecond', origin from saved where pause_ms is not null
   ${BEGUN_ANEW}`;

const BEGIN_POLLS = prepared(
  `insert into payment_polls as t (${COLUMNS}) values ($1, $2, $3, now() + $4::float8 * interval '1 millisecond', $5) ${BEGUN_ANEW}`,
);

/** Polls a payment after the pause, or earlier where it is due; its later pauses begin anew. With the change that needs it. */
export async function beginPolls(
  db: Db,
  { merchantId, id, gateway }: Pick<Payment, "merchantId" | "id" | "gateway">,
  { pauseMs, origin }: NewPoll,
): Promise<void> {
  if (gateway === null) throw new Error(`payment ${id} is polled at no gateway`);
  await db.query({ ...BEGIN_POLLS, values: [merchantId, id, gateway, pauseMs, JSON.stringify(origin)] });
  if (pauseMs === 0) rows.areDue(db);
}

const ASK = prepared(
  `insert into payment_polls as t (${COLUMNS}, asked_at)
   values ($1, $2, $3, now() + $4::float8 * interval '1 millisecond', $5, now())
   on conflict (merchant_id, payment_id) do update set ${BROUGHT_FORWARD}, asked_at = coalesce(t.asked_at, excluded.asked_at)`,
);

/** Wants a lookup of a payment, polled or not. However often it is asked for, it is looked up once. */
export async function askForPoll(
  db: Db,
  { merchantId, id, gateway }: Pick<Payment, "merchantId" | "id" | "gateway">,
  pauseMs: number,
): Promise<void> {
  // A payment without a gateway has no checkout to look up.
  if (gateway === null) return;
  await db.query({ ...ASK, values: [merchantId, id, gateway, pauseMs, JSON.stringify(jobOrigin())] });
  if (pauseMs === 0) rows.areDue(db);
}

/**
 * A part of a statement that ends the polls of the payments in `moved` that are `is_over`. One that is asked for is left, and one
 * that another statement holds: its worker finds that there is nothing more to do. Each is found by its key, however many there are.
 */
export const DELETE_POLLS_OF_MOVED = `delete from payment_polls where ctid = any(array(
   select (select poll.ctid from payment_polls poll
     where poll.merchant_id = m.merchant_id and poll.payment_id = m.id and poll.asked_at is null for update skip locked)
   from moved m where m.is_over))`;

const END_POLLS = prepared(
  "delete from payment_polls where merchant_id = $1 and payment_id = $2 and asked_at is null",
);

/** Ends the poll of one payment, unless it is asked for. */
export async function endPolls(db: Db, { merchantId, id }: PaymentId): Promise<void> {
  await db.query({ ...END_POLLS, values: [merchantId, id] });
}

const DELETE_ORPHANS = prepared(
  `delete from payment_polls t where t.due_at < now() - interval '1 minute'
     and not exists (select from payments p where p.merchant_id = t.merchant_id and p.id = t.payment_id)`,
);

/**
 * Deletes the polls of payments that were deleted at the moment when a lookup of them was asked for: no worker can take such a
 * row, and enough of them would keep it from the others of their gateway.
 */
export async function deleteOrphanedPolls(db: Db): Promise<void> {
  await db.query(DELETE_ORPHANS);
}

const COUNT_POLLED = prepared(
  `select gateway, count(*)::int as polled from (select gateway from payment_polls limit $1) t group by gateway`,
);

/** The polled payments of all merchants at each gateway, counted up to `limit` together. */
export async function countPolledByGateway(db: Db, limit: number): Promise<ReadonlyMap<string, number>> {
  const { rows: counted } = await db.query<{ gateway: string; polled: number }>({
    ...COUNT_POLLED,
    values: [limit],
  });
  return new Map(counted.map(({ gateway, polled }) => [gateway, polled]));
}
