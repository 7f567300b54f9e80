import type { ExportFrequency, ExportTimes } from "@/lib/exports/next-slot";
import type { ExportFileFormat, PauseReason } from "@/lib/exports/scheduled-export-views";
import type { ScheduledList } from "@/lib/exports/scheduled-lists";
import type { Db } from "@/server/platform/pool";

export type NewSchedule = ExportTimes & {
  id: string;
  ownerId: string;
  name: string;
  list: ScheduledList;
  query: string;
  format: ExportFileFormat;
  nextAt: Date;
};
export type Schedule = NewSchedule & { createdAt: Date; pausedWhy: PauseReason | null };

const COLUMNS = `s.id, s.owner_id as "ownerId", s.name, s.list, s.query, s.format, s.frequency, s.weekday,
  s.month_day as "monthDay", s.at_minute as "atMinute", s.time_zone as "timeZone", s.created_at as "createdAt",
  s.next_at as "nextAt", s.paused_why as "pausedWhy"`;

export async function listSchedules(db: Db, ownerId: string): Promise<Schedule[]> {
  const { rows } = await db.query<Schedule>(
    `select ${COLUMNS} from export_schedules s where s.owner_id = $1 order by s.created_at desc, s.id`,
    [ownerId],
  );
  return rows;
}

/** The number of the person's schedules; locked until the transaction ends, so that none is added meanwhile. */
export async function countSchedulesLocked(db: Db, ownerId: string): Promise<number> {
  await db.query("select 1 from people where id = $1 for no key update", [ownerId]);
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::integer as count from export_schedules where owner_id = $1",
    [ownerId],
  );
  return rows[0]?.count ?? 0;
}

export async function insertSchedule(db: Db, schedule: NewSchedule & { createdAt: Date }): Promise<void> {
  const { frequency }: { frequency: ExportFrequency } = schedule;
  await db.query(
    `insert into export_schedules (id, owner_id, name, list, query, format, frequency, weekday, month_day, at_minute,
       time_zone, created_at, next_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + ($13::timestamptz - $12::timestamptz))`,
    [
      schedule.id,
      schedule.ownerId,
      schedule.name,
      schedule.list,
      schedule.query,
      schedule.format,
      frequency,
      schedule.weekday,
      schedule.monthDay,
      schedule.atMinute,
      schedule.timeZone,
      schedule.createdAt,
      schedule.nextAt,
    ],
  );
}

/** Locked until the transaction ends: of one owner, or of any. */
export async function lockSchedule(
  db: Db,
  of: { id: string; ownerId: string | null },
): Promise<Schedule | null> {
  const { rows } = await db.query<Schedule>(
    `select ${COLUMNS} from export_schedules s where s.id = $1 and ($2::uuid is null or s.owner_id = $2) for update`,
    [of.id, of.ownerId],
  );
  return rows[0] ?? null;
}

export async function findSchedule(db: Db, id: string): Promise<Schedule | null> {
  const { rows } = await db.query<Schedule>(`select ${COLUMNS} from export_schedules s where s.id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** `at`: now, by the clock by which the slot is meant; a worker waits by that of the database. */
type Slot = { at: Date; nextAt: Date };

const DUE_AT = "now() + greatest($2::timestamptz - $3::timestamptz, interval '0')";

export async function setNextSlot(db: Db, id: string, { at, nextAt }: Slot): Promise<void> {
  await db.query(`update export_schedules set next_at = $2, due_at = ${DUE_AT} where id = $1`, [
    id,
    nextAt,
    at,
  ]);
}

export async function pauseSchedule(db: Db, of: { id: string; why: PauseReason; at: Date }): Promise<void> {
  await db.query(
    "update export_schedules set paused_at = $3, paused_why = $2, due_at = null where id = $1 and paused_at is null",
    [of.id, of.why, of.at],
  );
}

/** Pauses every schedule of the account of the connection that is not paused; returns their ids. */
export async function pauseSchedulesForClosing(db: Db, at: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "update export_schedules set paused_at = $1, paused_why = 'account_closed', due_at = null where paused_at is null returning id",
    [at],
  );
  return rows.map(({ id }) => id);
}

export async function resumeSchedule(db: Db, id: string, { at, nextAt }: Slot): Promise<void> {
  await db.query(
    `update export_schedules set paused_at = null, paused_why = null, next_at = $2, due_at = ${DUE_AT} where id = $1`,
    [id, nextAt, at],
  );
}

/** Deletes the schedule with its runs and files. */
export async function deleteSchedule(db: Db, id: string): Promise<void> {
  await db.query("delete from export_schedules where id = $1", [id]);
}
