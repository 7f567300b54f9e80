import type { Locale } from "@/lib/messages/locale";
import type { EmailPreferences } from "@/lib/notifications/email-time";
import type { Db } from "@/server/platform/pool";

export type Preferences = EmailPreferences & { language: Locale };

/** The preferences of a person who has chosen nothing. */
export const DEFAULT_PREFERENCES: Preferences = {
  language: "en",
  timeZone: "UTC",
  quiet: null,
  digestAt: null,
};

type Row = {
  personId: string;
  language: Locale;
  timeZone: string;
  quietFrom: number | null;
  quietUntil: number | null;
  digestAt: number | null;
};

/** Returns preferences by person; people who have chosen nothing are missing. */
export async function findPreferences(
  db: Db,
  personIds: readonly string[],
): Promise<Map<string, Preferences>> {
  const { rows } = await db.query<Row>(
    `select person_id as "personId", language, time_zone as "timeZone", quiet_from as "quietFrom",
       quiet_until as "quietUntil", digest_at as "digestAt"
     from notification_preferences where person_id = any($1::uuid[])`,
    [personIds],
  );
  return new Map(
    rows.map(({ personId, language, timeZone, quietFrom, quietUntil, digestAt }) => {
      const quiet = quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil };
      return [personId, { language, timeZone, quiet, digestAt }];
    }),
  );
}

export async function savePreferences(db: Db, personId: string, of: Preferences): Promise<void> {
  await db.query(
    `insert into notification_preferences (person_id, language, time_zone, quiet_from, quiet_until, digest_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (person_id) do update set language = excluded.language, time_zone = excluded.time_zone,
       quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, digest_at = excluded.digest_at`,
    [personId, of.language, of.timeZone, of.quiet?.from ?? null, of.quiet?.until ?? null, of.digestAt],
  );
}
