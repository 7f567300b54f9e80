import type { Db } from "@/server/platform/pool";
import { isDistributed } from "../distributed";

/**
 * The intervals over which payments are summed, and where the first one begins: days of every time zone begin at one of
 * the quarters.
 */
export const QUARTER = "interval '15 minutes'";
export const WIDE = "interval '3 hours'";
export const QUARTERS_FROM = "timestamptz '2000-01-01T00:00:00Z'";

/**
 * The migration's triggers record changes made later than ten minutes after a payment's creation. The other ten cover a
 * clock that steps back, or another machine's clock after a failover.
 */
const SETTLED_AFTER = "interval '20 minutes'";

/** Limits the reads of one step: some tenths of a second. */
const MOST_PAYMENTS = 50_000;
const MOST_CHANGES = 10_000;

type Settling = { until: Date; transactionsBefore: string; at: string };

/**
 * The time up to which payments can be summed once the transactions running now have ended: anything they write to
 * earlier payments is then visible in the tables or recorded as a change. Every transaction that has an id has a lower
 * one than this statement; a snapshot's xmax would not do, as it may be lower than the id of a running one.
 */
export async function beginSettling(db: Db): Promise<Settling> {
  const { rows } = await db.query<Settling>(
    `select date_bin(${QUARTER}, now() - ${SETTLED_AFTER}, ${QUARTERS_FROM}) as until,
            pg_current_xact_id()::text as "transactionsBefore", clock_timestamp()::text as at`,
  );
  if (rows[0] === undefined) throw new Error("Postgres returned no time");
  return rows[0];
}

const ENDED = "select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as settled";
/**
 * The statement for a Citus: a transaction that writes on other nodes alone has no id here, but every session of the
 * service is here.
 */
const ENDED_DISTRIBUTED = `${ENDED.replace(" as settled", "")} and not exists (
    select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and xact_start <= $2::timestamptz) as settled`;

export async function isSettled(db: Db, { transactionsBefore, at }: Settling): Promise<boolean> {
  const { rows } = (await isDistributed(db))
    ? await db.query<{ settled: boolean }>(ENDED_DISTRIBUTED, [transactionsBefore, at])
    : await db.query<{ settled: boolean }>(ENDED, [transactionsBefore]);
  return rows[0]?.settled === true;
}

const TO_SUM = `select m.id, s.until from merchants m left join payments_summed s on s.merchant_id = m.id
   where (
     (select min(created_at) from payment_changes c where c.merchant_id = m.id) < s.until
     or (select min(created_at) from payments p where p.merchant_id = m.id
           and p.created_at >= coalesce(s.until, '-infinity')) < $1)`;
/**
 * The statement for a Citus, where each node has some merchants' rows. It reads all payments of merchants without sums,
 * which are new or had none of their payments summed yet: rows of `merchants`, which every node has, cannot ask for
 * those of one node.
 */
const TO_SUM_DISTRIBUTED = `with unsummed as materialized (
     select m.id from merchants m left join payments_summed s on s.merchant_id = m.id where s.merchant_id is null)
   select s.merchant_id as id, s.until from payments_summed s
   where (
     (select min(created_at) from payment_changes c where c.merchant_id = s.merchant_id) < s.until
     or (select min(created_at) from payments p where p.merchant_id = s.merchant_id and p.created_at >= s.until) < $1)
   union all
   select p.merchant_id, null from payments p
   where p.created_at < $1 and p.merchant_id in (select id from unsummed) group by p.merchant_id`;

/**
 * Merchants with unsummed payments created before `until`, or with changes; those furthest behind first, and the
 * merchants in `last` at the end.
 */
export async function findMerchantsToSum(
  db: Db,
  until: Date,
  { limit, last }: { limit: number; last: readonly number[] },
): Promise<number[]> {
  const found = (await isDistributed(db)) ? TO_SUM_DISTRIBUTED : TO_SUM;
  const { rows } = await db.query<{ id: number }>(
    `select id from (${found}) as found
     order by id = any ($3::integer[]), until nulls first, id limit $2`,
    [until, limit, last],
  );
  return rows.map(({ id }) => id);
}

const LOCK = "select until from payments_summed where merchant_id = $1 for update";
// There is nothing to sum before the first payment, so changes recorded there are obsolete: their payment was moved or
// deleted.
const BEGIN = `with begun as (
     insert into payments_summed (merchant_id, until)
     select $1, date_bin(${WIDE}, created_at, ${QUARTERS_FROM}) from payments
     where merchant_id = $1 and created_at < $2 order by created_at limit 1
     on conflict (merchant_id) do nothing returning until)
   delete from payment_changes using begun where merchant_id = $1 and created_at < begun.until`;

const ADD_CHANGES = `with gone as (
     delete from payment_changes where (merchant_id, created_at, id) in (
       select merchant_id, created_at, id from payment_changes where merchant_id = $1 and created_at < $2
       order by created_at, id limit ${MOST_CHANGES})
     returning date_bin(${QUARTER}, created_at, ${QUARTERS_FROM}) as quarter,
       date_bin(${WIDE}, created_at, ${QUARTERS_FROM}) as wide, status, currency, coalesce(gateway, '') as gateway,
       coalesce(payment_method, '') as payment_method, count, amount_paise),
   quarters as (
     insert into payment_sums as sums
     select $1, quarter, status, currency, gateway, payment_method, sum(count), sum(count * amount_paise)
     from gone group by 2, 3, 4, 5, 6
     on conflict (merchant_id, starts_at, status, currency, gateway, payment_method)
       do update set count = sums.count + excluded.count, sum_paise = sums.sum_paise + excluded.sum_paise),
   wides as (
     insert into payment_wide_sums as sums
     select $1, split, wide, status, currency, part, sum(count), sum(count * amount_paise)
     from gone, lateral (${splitsOf("gone")}) as parts (split, part)
     where wide < date_bin(${WIDE}, $2, ${QUARTERS_FROM}) group by 2, 3, 4, 5, 6
     on conflict (merchant_id, split, starts_at, status, currency, part)
       do update set count = sums.count + excluded.count, sum_paise = sums.sum_paise + excluded.sum_paise)
   select count(*)::integer as added, coalesce(array_agg(distinct quarter), '{}') as quarters,
     coalesce(array_agg(distinct wide), '{}') as wides from gone`;
const FORGET_EMPTY_QUARTERS =
  "delete from payment_sums where merchant_id = $1 and starts_at = any ($2) and count = 0 and sum_paise = 0";
const FORGET_EMPTY_WIDES = `delete from payment_wide_sums
   where merchant_id = $1 and split in ('none', 'gateway', 'payment_method') and starts_at = any ($2) and count = 0 and sum_paise = 0`;

const FIND_END = `select least($3::timestamptz, greatest($2::timestamptz + ${QUARTER}, coalesce((
     select date_bin(${QUARTER}, created_at, ${QUARTERS_FROM}) from payments
     where merchant_id = $1 and created_at >= $2 order by created_at offset ${MOST_PAYMENTS} limit 1), $3))) as until`;
// The sums already include the recorded changes of these payments: both are read in the same snapshot.
const SUM = `with gone as (
     delete from payment_changes where merchant_id = $1 and created_at >= $2 and created_at < $3)
   insert into payment_sums
   select $1, date_bin(${QUARTER}, created_at, ${QUARTERS_FROM}), status, currency, coalesce(gateway, ''),
     coalesce(payment_method, ''), count(*), sum(amount_paise)
   from payments where merchant_id = $1 and created_at >= $2 and created_at < $3 group by 2, 3, 4, 5, 6`;
const SUM_WIDE = `insert into payment_wide_sums
   select $1, split, date_bin(${WIDE}, starts_at, ${QUARTERS_FROM}), status, currency, part, sum(count), sum(sum_paise)
   from payment_sums, lateral (${splitsOf("payment_sums")}) as parts (split, part)
   where merchant_id = $1 and starts_at >= date_bin(${WIDE}, $2, ${QUARTERS_FROM})
     and starts_at < date_bin(${WIDE}, $3, ${QUARTERS_FROM})
   group by 2, 3, 4, 5, 6`;
const ADVANCE = "update payments_summed set until = $2 where merchant_id = $1";

function splitsOf(row: string): string {
  return `values ('none', ''), ('gateway', ${row}.gateway), ('payment_method', ${row}.payment_method)`;
}

/**
 * One step for one merchant, in the caller's transaction: adds changes to the summed part, then sums further towards
 * `settledUntil`, which must be settled. Returns whether another step would find more.
 */
export async function sumFurther(db: Db, merchantId: number, settledUntil: Date): Promise<boolean> {
  const until = await lockSummed(db, merchantId, settledUntil);
  if (until === null) return false;
  const hasMoreChanges = await addChanges(db, merchantId, until);
  if (until >= settledUntil) return hasMoreChanges;

  const { rows } = await db.query<{ until: Date }>(FIND_END, [merchantId, until, settledUntil]);
  const next = rows[0]?.until ?? settledUntil;
  await db.query(SUM, [merchantId, until, next]);
  await db.query(SUM_WIDE, [merchantId, until, next]);
  await db.query(ADVANCE, [merchantId, next]);
  return hasMoreChanges || next < settledUntil;
}

/**
 * Locks and returns the time up to which the merchant's payments are summed; null when there are no payments yet.
 * Concurrent runs wait.
 */
async function lockSummed(db: Db, merchantId: number, settledUntil: Date): Promise<Date | null> {
  const lock = async (): Promise<Date | null> => {
    const { rows } = await db.query<{ until: Date }>(LOCK, [merchantId]);
    return rows[0]?.until ?? null;
  };
  const known = await lock();
  if (known !== null) return known;
  await db.query(BEGIN, [merchantId, settledUntil]);
  return lock();
}

async function addChanges(db: Db, merchantId: number, until: Date): Promise<boolean> {
  const { rows } = await db.query<{ added: number; quarters: Date[]; wides: Date[] }>(ADD_CHANGES, [
    merchantId,
    until,
  ]);
  const { added, quarters, wides } = rows[0] ?? { added: 0, quarters: [], wides: [] };
  if (added > 0) {
    await db.query(FORGET_EMPTY_QUARTERS, [merchantId, quarters]);
    await db.query(FORGET_EMPTY_WIDES, [merchantId, wides]);
  }
  return added >= MOST_CHANGES;
}
