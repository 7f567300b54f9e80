import { type Db, prepared } from "@/server/platform/pool";

const LOCK_FORM = prepared("select pg_advisory_xact_lock(hashtextextended($1, 0))");

/** Held until the transaction ends: submissions of one form are evaluated one by one, whatever their payments. */
export async function lockForm(db: Db, intentId: string): Promise<void> {
  await db.query({ ...LOCK_FORM, values: [intentId] });
}
