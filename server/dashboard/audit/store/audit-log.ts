import { type Db, prepared } from "@/server/platform/pool";

export type AuditRow = {
  at: Date;
  actorId: string | null;
  actorEmail: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  detail: Record<string, string | number | boolean | null>;
  requestId: string | null;
};

const INSERT_AUDIT_ROW =
  prepared(`insert into audit_log (at, actor_id, actor_email, action, subject_kind, subject_id, detail, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`);

export async function insertAuditRow(db: Db, row: AuditRow): Promise<void> {
  await db.query({
    ...INSERT_AUDIT_ROW,
    values: [
      row.at,
      row.actorId,
      row.actorEmail,
      row.action,
      row.subjectKind,
      row.subjectId,
      JSON.stringify(row.detail),
      row.requestId,
    ],
  });
}
