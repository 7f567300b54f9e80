import type { Locale } from "@/lib/messages/locale";
import type { ChatKind } from "@/lib/notifications/chat";
import type { QuietHours } from "@/lib/notifications/email-time";
import type { Db } from "@/server/platform/pool";

/** What an admin enters, with the address sealed for the channel's id. */
export type ChannelSettings = {
  name: string;
  kind: ChatKind;
  sealedUrl: string;
  urlHost: string;
  urlEnd: string;
  events: readonly string[];
  language: Locale;
  timeZone: string;
  quiet: QuietHours | null;
};

export type StoredChannel = Omit<ChannelSettings, "events"> & {
  id: string;
  events: string[];
  pausedAt: Date | null;
  pauseCode: string | null;
  missed: number;
  lastSentAt: Date | null;
};

type Row = Omit<StoredChannel, "quiet"> & { quietFrom: number | null; quietUntil: number | null };

const COLUMNS = `id, name, kind, sealed_url as "sealedUrl", url_host as "urlHost", url_end as "urlEnd", events, language,
  time_zone as "timeZone", quiet_from as "quietFrom", quiet_until as "quietUntil", paused_at as "pausedAt",
  pause_code as "pauseCode", missed, last_sent_at as "lastSentAt"`;

function channelOf({ quietFrom, quietUntil, ...channel }: Row): StoredChannel {
  const quiet = quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil };
  return { ...channel, quiet };
}

/** Lists the channels by name. */
export async function listChannels(db: Db): Promise<StoredChannel[]> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from chat_channels order by lower(name), id`);
  return rows.map(channelOf);
}

export async function findChannel(db: Db, id: string): Promise<StoredChannel | null> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from chat_channels where id = $1`, [id]);
  return rows[0] === undefined ? null : channelOf(rows[0]);
}

/** Locks a channel until the transaction ends: pausing, resuming and collecting for it wait for one another. */
export async function lockChannel(db: Db, id: string): Promise<StoredChannel | null> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from chat_channels where id = $1 for update`, [id]);
  return rows[0] === undefined ? null : channelOf(rows[0]);
}

export async function countChannels(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>("select count(*)::int as count from chat_channels");
  return rows[0]?.count ?? 0;
}

/** Throws a unique violation when another one has the name. So does {@link updateChannel}. */
export async function insertChannel(
  db: Db,
  of: ChannelSettings & { id: string; at: Date; by: string },
): Promise<void> {
  await db.query(
    `insert into chat_channels (id, name, kind, sealed_url, url_host, url_end, events, language, time_zone, quiet_from,
       quiet_until, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [of.id, ...valuesOf(of), of.at, of.by],
  );
}

export async function updateChannel(db: Db, id: string, of: ChannelSettings): Promise<void> {
  await db.query(
    `update chat_channels set name = $2, kind = $3, sealed_url = $4, url_host = $5, url_end = $6, events = $7,
       language = $8, time_zone = $9, quiet_from = $10, quiet_until = $11 where id = $1`,
    [id, ...valuesOf(of)],
  );
}

const valuesOf = (of: ChannelSettings): unknown[] => [
  of.name,
  of.kind,
  of.sealedUrl,
  of.urlHost,
  of.urlEnd,
  of.events,
  of.language,
  of.timeZone,
  of.quiet?.from ?? null,
  of.quiet?.until ?? null,
];

/** Deletes the channel and everything that waits for it. */
export async function deleteChannel(db: Db, id: string): Promise<void> {
  await db.query("delete from chat_channels where id = $1", [id]);
}

/** Pauses it, and counts what is not sent. `code`: the failure; null for a person. The caller holds the lock. */
export async function pauseChannel(
  db: Db,
  id: string,
  of: { at: Date; code: string | null; missed: number },
): Promise<void> {
  await db.query(
    "update chat_channels set paused_at = $2, pause_code = $3, missed = missed + $4 where id = $1",
    [id, of.at, of.code, of.missed],
  );
}

export async function resumeChannel(db: Db, id: string): Promise<void> {
  await db.query("update chat_channels set paused_at = null, pause_code = null, missed = 0 where id = $1", [
    id,
  ]);
}

export async function noteSent(db: Db, id: string, at: Date): Promise<void> {
  await db.query("update chat_channels set last_sent_at = $2 where id = $1", [id, at]);
}

/** Whether a test may be sent now: none since `before`. Then `at` is its time. */
export async function claimTest(db: Db, id: string, times: { at: Date; before: Date }): Promise<boolean> {
  const { rowCount } = await db.query(
    "update chat_channels set tested_at = $2 where id = $1 and (tested_at is null or tested_at <= $3)",
    [id, times.at, times.before],
  );
  return rowCount === 1;
}

type Subscriber = { id: string; timeZone: string; quiet: QuietHours | null };

/** The channels that receive an event now; they are not paused before the transaction ends. */
export async function listSubscribers(db: Db, event: string): Promise<Subscriber[]> {
  const { rows } = await db.query<{
    id: string;
    timeZone: string;
    quietFrom: number | null;
    quietUntil: number | null;
  }>(
    `select id, time_zone as "timeZone", quiet_from as "quietFrom", quiet_until as "quietUntil" from chat_channels
     where $1 = any(events) and paused_at is null order by id for share`,
    [event],
  );
  return rows.map(({ id, timeZone, quietFrom, quietUntil }) => ({
    id,
    timeZone,
    quiet: quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
  }));
}

/** Counts an event that paused channels do not receive. */
export async function countMissed(db: Db, event: string): Promise<void> {
  await db.query(
    `update chat_channels set missed = missed + 1 where id in (
       select id from chat_channels where $1 = any(events) and paused_at is not null order by id for update)`,
    [event],
  );
}

/** Lists the sealed addresses by id, for sealing them again. */
export async function listSealedUrls(db: Db): Promise<{ id: string; sealedUrl: string }[]> {
  const { rows } = await db.query<{ id: string; sealedUrl: string }>(
    `select id, sealed_url as "sealedUrl" from chat_channels order by id`,
  );
  return rows;
}

export async function saveSealedUrl(db: Db, id: string, sealedUrl: string): Promise<void> {
  await db.query("update chat_channels set sealed_url = $2 where id = $1", [id, sealedUrl]);
}
