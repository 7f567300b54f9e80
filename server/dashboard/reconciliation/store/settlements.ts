import type { SettlementState } from "@/lib/reconciliation/views";
import type { Db } from "@/server/platform/pool";

export type Settlement = {
  id: string;
  serviceAddress: string;
  findingId: string;
  findingVersion: number;
  evidence: string;
  vendorReference: string;
  proposedById: string;
  proposedByName: string;
  proposedByEmail: string;
  proposedAt: Date;
  state: SettlementState;
  decidedById: string | null;
  decidedByName: string | null;
  decidedByEmail: string | null;
  decidedAt: Date | null;
  refusal: string | null;
};

const SELECT = `
  select s.id, s.service_address as "serviceAddress", s.finding_id as "findingId",
    s.finding_version as "findingVersion", s.evidence, s.vendor_reference as "vendorReference",
    s.proposed_by as "proposedById", p.name as "proposedByName", p.email as "proposedByEmail",
    s.proposed_at as "proposedAt", s.state, s.decided_by as "decidedById", d.name as "decidedByName",
    d.email as "decidedByEmail", s.decided_at as "decidedAt", s.refusal
  from finding_settlements s
  join people p on p.id = s.proposed_by
  left join people d on d.id = s.decided_by`;

type NewSettlement = Pick<
  Settlement,
  | "id"
  | "serviceAddress"
  | "findingId"
  | "findingVersion"
  | "evidence"
  | "vendorReference"
  | "proposedById"
  | "proposedAt"
>;

/** False when the finding has one that is not decided, or when this one exists. */
export async function insertSettlement(db: Db, settlement: NewSettlement): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into finding_settlements (id, service_address, finding_id, finding_version, evidence, vendor_reference,
       proposed_by, proposed_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'PROPOSED') on conflict do nothing`,
    [
      settlement.id,
      settlement.serviceAddress,
      settlement.findingId,
      settlement.findingVersion,
      settlement.evidence,
      settlement.vendorReference,
      settlement.proposedById,
      settlement.proposedAt,
    ],
  );
  return rowCount === 1;
}

export async function findSettlement(db: Db, id: string): Promise<Settlement | null> {
  const { rows } = await db.query<Settlement>(`${SELECT} where s.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Locks it: of two people who decide, the second waits and then sees what the first did. */
export async function lockSettlement(db: Db, id: string): Promise<Settlement | null> {
  const { rowCount } = await db.query("select from finding_settlements where id = $1 for update", [id]);
  return rowCount === 0 ? null : findSettlement(db, id);
}

/** All of a finding, newest first; few. */
export async function listSettlements(
  db: Db,
  of: { serviceAddress: string; findingId: string },
): Promise<Settlement[]> {
  const { rows } = await db.query<Settlement>(
    `${SELECT} where s.service_address = $1 and s.finding_id = $2 order by s.proposed_at desc, s.id limit 20`,
    [of.serviceAddress, of.findingId],
  );
  return rows;
}

/** Returns those of these findings with evidence that waits for a second person. */
export async function findingsToConfirm(
  db: Db,
  of: { serviceAddress: string; findingIds: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await db.query<{ finding_id: string }>(
    `select finding_id from finding_settlements
     where service_address = $1 and finding_id = any($2) and state in ('PROPOSED', 'CONFIRMING')`,
    [of.serviceAddress, of.findingIds],
  );
  return new Set(rows.map((row) => row.finding_id));
}

/**
 * Confirmed ones of a service whose response has been missing since before a time, in turn: first those that it was not asked
 * about for longest.
 */
export async function listConfirming(
  db: Db,
  of: { serviceAddress: string; before: Date; limit: number },
): Promise<{ id: string; findingId: string }[]> {
  const { rows } = await db.query<{ id: string; findingId: string }>(
    `select id, finding_id as "findingId" from finding_settlements
     where service_address = $1 and state = 'CONFIRMING' and decided_at < $2
     order by asked_at nulls first, decided_at, id limit $3`,
    [of.serviceAddress, of.before, of.limit],
  );
  return rows;
}

/** The service has said how the finding of one stands. */
export async function recordAsked(db: Db, id: string, at: Date): Promise<void> {
  await db.query("update finding_settlements set asked_at = $2 where id = $1", [id, at]);
}

/** The caller holds the lock. */
export async function decideSettlement(
  db: Db,
  id: string,
  decision: { state: SettlementState; byId: string; at: Date },
): Promise<void> {
  await db.query(
    "update finding_settlements set state = $2, decided_by = $3, decided_at = $4 where id = $1",
    [id, decision.state, decision.byId, decision.at],
  );
}

/** The service has answered about a confirmed one. */
export async function endSettlement(
  db: Db,
  id: string,
  end: { state: "CONFIRMED" | "REFUSED"; refusal: string | null },
): Promise<void> {
  await db.query(
    "update finding_settlements set state = $2, refusal = $3 where id = $1 and state = 'CONFIRMING'",
    [id, end.state, end.refusal],
  );
}
