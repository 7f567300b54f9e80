import type { ResolutionVerdict } from "@/lib/refunds/unknown-refund-views";
import type { Db } from "@/server/platform/pool";

type ManualResolution = {
  verdict: ResolutionVerdict;
  reason: string;
  settledByName: string;
  settledAt: Date;
};

export async function insertManualResolution(
  db: Db,
  settlement: { intentId: string; verdict: ResolutionVerdict; reason: string; settledBy: string; at: Date },
): Promise<void> {
  await db.query(
    `insert into refund_settlements (intent_id, verdict, reason, settled_by, settled_at)
     values ($1, $2, $3, $4, $5)`,
    [settlement.intentId, settlement.verdict, settlement.reason, settlement.settledBy, settlement.at],
  );
}

export async function findManualResolution(db: Db, intentId: string): Promise<ManualResolution | null> {
  const { rows } = await db.query<ManualResolution>(
    `select s.verdict, s.reason, p.name as "settledByName", s.settled_at as "settledAt"
     from refund_settlements s join people p on p.id = s.settled_by where s.intent_id = $1`,
    [intentId],
  );
  return rows[0] ?? null;
}
