import type pg from "pg";
import { announceDue } from "./announce-due";
import type { JobOrigin } from "../run-job";
import { type Db, prepared } from "../pool";
import { afterCommit } from "../transaction";

/** How long a worker owns a row that it takes, in milliseconds. It extends this while it works, so a dead one's rows are free soon. */
export const CLAIM_MS = 10_000;

/**
 * The SQL of the time at which a claim ends that is made or extended now. It does not count from the beginning of the
 * transaction, which may have waited for a lock since.
 */
export const CLAIMED_UNTIL = `statement_timestamp() + ${CLAIM_MS} * interval '1 millisecond'`;

/**
 * A worker's claim of a row: `takenBy` is unlike that of any other taking, and `dueAt` the row's time when it was taken,
 * as Postgres writes it. A time that has changed since means that somebody asked for the row meanwhile.
 */
type Claim = { takenBy: string; dueAt: string };

/** What the worker of a row knows of it. `origin`: the request and the trace that its steps belong to, for the log. */
export type Work = { claim: Claim; origin: JobOrigin | null };

/** A row that its worker is done with; `pauseMs`: until it is due again, null for never. */
export type Released<Taken> = { row: Taken; pauseMs: number | null };

/** How many rows a worker may take: in all, and of each lane. */
export type Free = { most: number; ofLane: (lane: string) => number };

/** The rows of a table that wait only for each other, such as those of a gateway; a row of no lane is never taken. */
export type Lanes = readonly string[];

export type DueRows<Id, Taken> = {
  table: string;
  /** Takes rows of these lanes that are due, the longest due first; what was asked for comes before them. */
  take(db: Db, takenBy: string, lanes: Lanes, free: Free): Promise<Taken[]>;
  /** Takes this row, due or not; null while a worker has it. */
  takeOne(db: Db, takenBy: string, id: Id): Promise<Taken | null>;
  /** Extends claims that are still held, except of rows that a transaction has locked: nobody can take these meanwhile. */
  extend(db: Db, rows: readonly Taken[]): Promise<void>;
  /** Ends claims that are still held. A row that somebody asked for meanwhile is due at once, others are asked for no more. */
  release(db: Db, released: readonly Released<Taken>[]): Promise<void>;
  /** Makes a row due at once; one that a worker has at this moment is due again when that worker is done with it. */
  ask(db: Db, id: Id): Promise<void>;
  /** Wakes the workers for new rows, once the transaction has committed. */
  areDue(db: Db): void;
};

type Options<Id, Row, Taken> = {
  table: string;
  /** The columns of the primary key. */
  key: readonly { column: string; type: string; value: (id: Id) => unknown }[];
  /** The column with the row's lane; null: all rows are of one lane. */
  lane: string | null;
  /**
   * The table has `asked_at`, since when somebody waits for the row: it then counts as due for an hour longer, so it comes before
   * the others, and none of these waits forever. It needs a partial index by lane and `due_at`.
   */
  hasAskedAt?: true;
  /** Another table that a taken row is read with, and the condition that joins it to the row `t`; null for none. */
  join: { table: string; on: string } | null;
  /** What is read of the row `t` and the joined table. */
  columns: string;
  fromRow: (row: Row) => Omit<Taken, keyof Work>;
  /** Whether rows are on several nodes, which Citus cannot lock; never by default. */
  isDistributed?: (db: Db) => Promise<boolean>;
};

/**
 * SQL: whether no worker has the row of this table or alias. No claim is longer than a minute: a later end is from before the
 * clock of the database was set back.
 */
export const isFree = (row: string): string =>
  `(${row}.taken_until is null or ${row}.taken_until <= now() or ${row}.taken_until > now() + interval '1 minute')`;
const IS_FREE = isFree("t");

/**
 * The statements of a table whose rows are their own jobs: `due_at` says when a worker takes a row next, and null that none
 * does; `taken_by` and `taken_until` say which worker has it, and until when; `origin` is the JobOrigin of its steps (decision 0404).
 */
export function dueRows<Id, Row extends pg.QueryResultRow, Taken extends Id & Work>(
  options: Options<Id, Row, Taken>,
): DueRows<Id, Taken> {
  const {
    table,
    key,
    lane,
    hasAskedAt,
    join,
    columns,
    isDistributed = () => Promise.resolve(false),
  } = options;
  const names = key.map(({ column }) => column).join(", ");
  const ofRow = key.map(({ column }) => `t.${column}`).join(", ");
  const isSame = key.map(({ column }) => `t.${column} = n.${column}`).join(" and ");
  const isRow = (first: number): string =>
    key.map(({ column }, index) => `t.${column} = $${first + index}`).join(" and ");
  const arrays = key.map(({ type }, index) => `$${index + 1}::${type}[]`).join(", ");
  const valuesOf = (id: Id): unknown[] => key.map(({ value }) => value(id));
  const arraysOf = (rows: readonly Id[]): unknown[] => key.map(({ value }) => rows.map(value));

  const [from, andJoined] = join === null ? ["", ""] : [`from ${join.table}`, `${join.on} and `];
  const TAKE = `taken_by = $1, taken_until = ${CLAIMED_UNTIL}`;
  const RETURNING = `returning ${columns}, t.origin, t.taken_by, t.due_at::text as due_at_text`;
  /** `$1`: the claim; `$2`: how many at most; from `$3` on: each lane, and how many of it. A table of one lane has its number alone. */
  const take = (lanes: number, found: string, lock: string, where: string): string => {
    const each = Array.from({ length: lanes }, (_, index) => ({
      name: `lane_${index}`,
      first: 3 + 2 * index,
    }));
    const scan = (name: string, first: number, by: string, which: string): string =>
      `${name} as (select ${found}, ${by} as due_at from ${table} t
         where ${lane === null ? "" : `t.${lane} = $${first} and `}t.due_at <= now() and ${IS_FREE}${which}
         order by t.due_at limit $${lane === null ? first : first + 1} ${lock})`;
    const ofLane = ({ name, first }: { name: string; first: number }): string =>
      hasAskedAt === undefined
        ? scan(name, first, "t.due_at", "")
        : `${scan(`${name}_asked`, first, "t.due_at - interval '1 hour'", " and t.asked_at is not null")},
           ${scan(`${name}_other`, first, "t.due_at", " and t.asked_at is null")},
           ${name} as (select * from (select * from ${name}_asked union all select * from ${name}_other) each
             order by due_at limit $${lane === null ? first : first + 1})`;
    const all = each.map(({ name }) => `select * from ${name}`).join(" union all ");
    return `with ${each.map(ofLane).join(", ")}, due as (select * from (${all}) each order by due_at limit $2)
      update ${table} t set ${TAKE} ${from} where ${andJoined}${where} ${RETURNING}`;
  };
  // An array of places leaves the planner nothing but to read these rows.
  const takeDue = once((lanes: number) =>
    prepared(
      take(lanes, "t.ctid as place", "for update skip locked", "t.ctid = any(array(select place from due))"),
    ),
  );
  // What another worker takes at this moment is seen by the update.
  const takeDueDistributed = once((lanes: number) =>
    prepared(
      take(lanes, ofRow, "", `(${ofRow}) in (select ${names} from due) and t.due_at <= now() and ${IS_FREE}`),
    ),
  );
  const TAKE_ONE = prepared(
    `update ${table} t set ${TAKE} ${from} where ${andJoined}${isRow(2)} and ${IS_FREE} ${RETURNING}`,
  );
  const CLAIMS = `unnest(${arrays}, $${key.length + 1}::text[]) as n (${names}, taken_by)`;
  const IS_HELD = `${isSame} and t.taken_by = n.taken_by`;
  // One row that is locked must not end the claims of the others.
  const EXTEND = prepared(
    `update ${table} set taken_until = ${CLAIMED_UNTIL} where ctid = any(array(
       select t.ctid from ${table} t join ${CLAIMS} on ${IS_HELD} for update of t skip locked))`,
  );
  const EXTEND_DISTRIBUTED = prepared(
    `update ${table} t set taken_until = ${CLAIMED_UNTIL} from ${CLAIMS} where ${IS_HELD}`,
  );
  const RELEASE = prepared(
    `update ${table} t set taken_by = null, taken_until = null, due_at = case
         when t.due_at is not distinct from n.due_at then now() + n.pause_ms * interval '1 millisecond' else t.due_at end${
           hasAskedAt === undefined
             ? ""
             : ", asked_at = case when t.due_at is distinct from n.due_at then t.asked_at end"
         }
     from unnest(${arrays}, $${key.length + 1}::text[], $${key.length + 2}::timestamptz[], $${key.length + 3}::float8[])
       as n (${names}, taken_by, due_at, pause_ms)
     where ${IS_HELD}`,
  );
  const ASK = prepared(
    `update ${table} t set due_at = case when t.taken_by is null then least(t.due_at, now()) else now() end${
      hasAskedAt === undefined ? "" : ", asked_at = coalesce(t.asked_at, now())"
    }
     where ${isRow(1)}`,
  );

  type TakenRow = Row & { origin: JobOrigin | null; taken_by: string; due_at_text: string };
  const fromRow = (row: TakenRow): Taken =>
    ({
      ...options.fromRow(row),
      origin: row.origin,
      claim: { takenBy: row.taken_by, dueAt: row.due_at_text },
    }) as unknown as Taken;
  const areDue = (db: Db): void => afterCommit(db, table, (pool) => announceDue(pool, table));

  return {
    table,
    async take(db: Db, takenBy: string, lanes: Lanes, { most, ofLane }: Free): Promise<Taken[]> {
      const statement = ((await isDistributed(db)) ? takeDueDistributed : takeDue)(lanes.length);
      const { rows } = await db.query<TakenRow>({
        ...statement,
        values: [
          takenBy,
          most,
          ...lanes.flatMap((each) => (lane === null ? [ofLane(each)] : [each, ofLane(each)])),
        ],
      });
      return rows.map(fromRow);
    },
    async takeOne(db: Db, takenBy: string, id: Id): Promise<Taken | null> {
      const { rows } = await db.query<TakenRow>({ ...TAKE_ONE, values: [takenBy, ...valuesOf(id)] });
      return rows[0] === undefined ? null : fromRow(rows[0]);
    },
    async extend(db: Db, rows: readonly Taken[]): Promise<void> {
      const statement = (await isDistributed(db)) ? EXTEND_DISTRIBUTED : EXTEND;
      await db.query({ ...statement, values: [...arraysOf(rows), rows.map(({ claim }) => claim.takenBy)] });
    },
    async release(db: Db, released: readonly Released<Taken>[]): Promise<void> {
      const rows = released.map(({ row }) => row);
      const claims = rows.map(({ claim }) => claim);
      await db.query({
        ...RELEASE,
        values: [
          ...arraysOf(rows),
          claims.map(({ takenBy }) => takenBy),
          claims.map(({ dueAt }) => dueAt),
          released.map(({ pauseMs }) => pauseMs),
        ],
      });
    },
    async ask(db: Db, id: Id): Promise<void> {
      await db.query({ ...ASK, values: valuesOf(id) });
      areDue(db);
    },
    areDue,
  };
}

/** The statement for each number of lanes, made once. */
function once<Statement>(make: (lanes: number) => Statement): (lanes: number) => Statement {
  const made = new Map<number, Statement>();
  return (lanes) => {
    const statement = made.get(lanes) ?? make(lanes);
    made.set(lanes, statement);
    return statement;
  };
}
