import type { AuditVerdict } from "@/lib/audit";
import type { Db } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";
import { dueVerifications } from "../../jobs/due-tables";

export type AuditVerification = {
  id: string;
  requestedAt: Date;
  newestRows: number | null;
  finishedAt: Date | null;
  verdict: AuditVerdict | null;
  position: bigint | null;
  expectedPosition: bigint | null;
};

const COLUMNS = `id, requested_at as "requestedAt", newest_rows as "newestRows", finished_at as "finishedAt", verdict,
  position, expected_position as "expectedPosition"`;

export async function insertVerification(
  db: Db,
  verification: { id: string; requestedById: string; requestedAt: Date; newestRows: number | null },
): Promise<void> {
  await db.query(
    "insert into audit_verifications (id, requested_by, requested_at, newest_rows, origin) values ($1, $2, $3, $4, $5)",
    [
      verification.id,
      verification.requestedById,
      verification.requestedAt,
      verification.newestRows,
      jobOrigin(),
    ],
  );
  dueVerifications.areDue(db);
}

/** Locked until the transaction ends, so that no one else requests a verification at the same time. */
export async function lockVerifications(db: Db): Promise<void> {
  await db.query("select pg_advisory_xact_lock(hashtextextended('audit: verification', 0))");
}

export async function findVerification(db: Db, id: string): Promise<AuditVerification | null> {
  const { rows } = await db.query<AuditVerification>(
    `select ${COLUMNS} from audit_verifications where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function latestVerification(db: Db): Promise<AuditVerification | null> {
  const { rows } = await db.query<AuditVerification>(
    `select ${COLUMNS} from audit_verifications order by requested_at desc, id limit 1`,
  );
  return rows[0] ?? null;
}

/** False when an earlier run of the same job has finished it. */
export async function finishVerification(
  db: Db,
  id: string,
  end: {
    verdict: AuditVerdict;
    position: bigint;
    expectedPosition: bigint | null;
    headHash: Buffer;
    at: Date;
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update audit_verifications set finished_at = $2, due_at = null, verdict = $3, position = $4, expected_position = $5, head_hash = $6
     where id = $1 and finished_at is null`,
    [id, end.at, end.verdict, end.position, end.expectedPosition, end.headHash],
  );
  return rowCount === 1;
}
