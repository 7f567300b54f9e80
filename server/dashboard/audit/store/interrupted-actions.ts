import { scopedName } from "@/server/platform/account-scope";
import type { Db } from "@/server/platform/pool";
import { AUDIT_FAMILIES, type AuditFamily } from "../domain/audit-families";
import type { AuditAction, AuditSubject } from "./record-audit";

const FILES = "export";
/** Their outcome is found by no job. */
const WITHOUT_JOB = AUDIT_FAMILIES.filter(
  ({ name, isByRequest }) => isByRequest || name === "payment_create" || name === FILES,
);

const endOf = ({ name, outcomes }: AuditFamily): string | undefined =>
  outcomes.find((outcome) => outcome === (name === FILES ? "export_broken" : `${name}_unknown`));

const SEARCHED = JSON.stringify(
  WITHOUT_JOB.map((family) => ({
    start: family.start,
    outcomes: family.outcomes,
    outcome: endOf(family),
    is_by_request: family.isByRequest,
    is_file: family.name === FILES,
  })),
);

/** Lets one process in at a time: the next one sees what this one has recorded. */
export async function lockInterruptedActions(db: Db): Promise<void> {
  await db.query(
    `select pg_advisory_xact_lock(hashtextextended(${scopedName("'interrupted-actions'::text")}, 0))`,
  );
}

type InterruptedAction = { outcome: AuditAction; subject: AuditSubject; requestId: string | null };

/** Actions that began in the given time and have no outcome, oldest first. A scheduled file has a job that ends it. */
export async function listInterruptedActions(
  db: Db,
  {
    from,
    actionsUntil,
    filesUntil,
    limit,
  }: { from: Date; actionsUntil: Date; filesUntil: Date; limit: number },
): Promise<InterruptedAction[]> {
  const { rows } = await db.query<{
    outcome: AuditAction;
    kind: AuditSubject["kind"];
    id: string;
    request_id: string | null;
  }>(
    `select f.outcome, s.subject_kind as kind, s.subject_id as id, s.request_id
     from jsonb_to_recordset($1) as f(start text, outcomes text[], outcome text, is_by_request boolean, is_file boolean)
     join audit_log s on s.action = f.start and s.at >= $2 and s.at < case when f.is_file then $4::timestamptz else $3 end
     -- The index by action has positions and no times: without the first of them, a long log is read whole.
     where s.position >= (select min(position) from audit_log where at >= $2) and not s.detail ? 'schedule' and (s.request_id is not null or not f.is_by_request)
       and not exists (
         select from audit_log e
         where e.subject_kind = s.subject_kind and e.subject_id = s.subject_id and e.position > s.position
           and e.action = any(array_append(f.outcomes, f.start))
           and (not f.is_by_request or e.request_id = s.request_id))
     order by s.position limit $5`,
    [SEARCHED, from, actionsUntil, filesUntil, limit],
  );
  return rows.map(({ outcome, kind, id, request_id: requestId }) => ({
    outcome,
    subject: { kind, id },
    requestId,
  }));
}

/** Whether the log has the beginning of an export. */
export async function hasBegun(db: Db, exportId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "select from audit_log where subject_kind = 'export' and subject_id = $1 and action = 'export_begun'",
    [exportId],
  );
  return rowCount !== 0;
}
