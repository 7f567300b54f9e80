import type { Db } from "@/server/platform/pool";

/** A record about an account at a vendor (0311). */
type AccountRecord = {
  action: string;
  requestId: string | null;
  actorEmail: string;
  gateway: string;
  detail: Record<string, unknown>;
};

const MOST = 1_000;

/** What people of this dashboard did with accounts at vendors since a time, newest first. */
export async function listAccountRecords(db: Db, since: Date): Promise<AccountRecord[]> {
  const { rows } = await db.query<AccountRecord>(
    `select action, request_id as "requestId", actor_email as "actorEmail", subject_id as gateway, detail
     from audit_log where subject_kind = 'gateway' and action like 'gateway\\_account\\_%' and at >= $1
     order by id desc limit $2`,
    [since, MOST],
  );
  return rows;
}
