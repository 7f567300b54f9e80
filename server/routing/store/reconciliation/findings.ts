import { checkedOnRow } from "@/server/platform/checked-on-row";
import type { Db } from "@/server/platform/pool";
import {
  type RecordKey,
  type Settlement,
  type StoredFinding,
  type NewFinding,
  type Row,
  COLUMNS,
  findingFrom,
} from "./finding-rows";

/** Locked until the transaction ends. */
export async function lockFinding(db: Db, merchantId: number, id: bigint): Promise<StoredFinding | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_findings f where merchant_id = $1 and id = $2 for update`,
    [merchantId, id],
  );
  return rows[0] === undefined ? null : findingFrom(rows[0]);
}

export async function findFinding(db: Db, merchantId: number, id: bigint): Promise<StoredFinding | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_findings f where merchant_id = $1 and id = $2`,
    [merchantId, id],
  );
  return rows[0] === undefined ? null : findingFrom(rows[0]);
}

/** The open finding of a record, locked until the transaction ends. */
export async function lockOpenFinding(db: Db, key: RecordKey): Promise<StoredFinding | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_findings f
     where merchant_id = $1 and record = $2 and payment_id = $3 and record_id = $4 and state = 'open' for update`,
    keyValues(key),
  );
  return rows[0] === undefined ? null : findingFrom(rows[0]);
}

/** Whether what is found again is what was found before. */
const IS_SAME = `problem = $5 and is_certain = $6 and here = $7::jsonb and there is not distinct from $8::jsonb
  and there_note is not distinct from $9::text`;

function factValues(finding: NewFinding): unknown[] {
  return [
    finding.problem,
    finding.isCertain,
    JSON.stringify(finding.here),
    finding.there === null ? null : JSON.stringify(finding.there),
    finding.thereNote,
  ];
}

/** The settled finding of exactly this disagreement: two people have decided about it. */
export async function findSettled(db: Db, finding: NewFinding): Promise<StoredFinding | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_findings f
     where merchant_id = $1 and record = $2 and payment_id = $3 and record_id = $4 and state = 'settled' and ${IS_SAME}
     order by id desc limit 1`,
    [...keyValues(finding), ...factValues(finding)],
  );
  return rows[0] === undefined ? null : findingFrom(rows[0]);
}

export async function insertFinding(
  db: Db,
  finding: NewFinding,
  seen: { runId: bigint | null; at: Date },
): Promise<StoredFinding> {
  const { rows } = await db.query<Row>(
    `insert into reconciliation_findings as f (merchant_id, record, payment_id, record_id, problem, is_certain, here, there,
       there_note, reference, gateway, stake_paise, stake_currency, state, first_seen_at, last_seen_at, examined_run_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'open', $14, $14, $15) returning ${COLUMNS}`,
    [
      ...keyValues(finding),
      ...factValues(finding),
      finding.reference,
      finding.gateway,
      finding.stake.paise,
      finding.stake.currency,
      seen.at,
      seen.runId,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("a finding was not inserted");
  return findingFrom(row);
}

/** Updates a finding whose problem was seen again: new facts make a new version. The caller holds the lock. */
export async function updateFinding(
  db: Db,
  id: bigint,
  finding: NewFinding,
  seen: { runId: bigint | null; at: Date },
): Promise<StoredFinding> {
  const { rows } = await db.query<Row>(
    `update reconciliation_findings f set
       version = version + case when ${IS_SAME} then 0 else 1 end, problem = $5, is_certain = $6, here = $7, there = $8,
       there_note = $9, stake_paise = $10, stake_currency = $11, last_seen_at = $12,
       examined_run_id = coalesce($13, examined_run_id)
     where merchant_id = $1 and record = $2 and payment_id = $3 and record_id = $4 and id = $14 returning ${COLUMNS}`,
    [
      ...keyValues(finding),
      ...factValues(finding),
      finding.stake.paise,
      finding.stake.currency,
      seen.at,
      seen.runId,
      id,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`finding ${id} is missing`);
  return findingFrom(row);
}

/** Shows a finding in a run; safe to repeat. */
export async function linkFinding(db: Db, merchantId: number, runId: bigint, id: bigint): Promise<void> {
  await db.query(
    `insert into reconciliation_run_findings (merchant_id, run_id, finding_id) values ($1, $2, $3) on conflict do nothing`,
    [merchantId, runId, id],
  );
}

/** A disagreement that a concurrent change ended while the run was looking at it is none of the run's findings. */
export async function unlinkFinding(db: Db, merchantId: number, runId: bigint, id: bigint): Promise<void> {
  await db.query(
    `delete from reconciliation_run_findings where merchant_id = $1 and run_id = $2 and finding_id = $3`,
    [merchantId, runId, id],
  );
}

/** Written before a repair, so that its effect is attributed even when the process dies before it is recorded. */
export async function requestRepair(
  db: Db,
  { merchantId, id }: Pick<StoredFinding, "merchantId" | "id">,
  request: { by: string | null; at: Date },
): Promise<void> {
  await db.query(
    `update reconciliation_findings set repair_requested_at = $3, repair_requested_by = $4
     where merchant_id = $1 and id = $2 and ${checkedOnRow("state = 'open'")}`,
    [merchantId, id, request.at, request.by],
  );
}

/** False when it is no longer open. */
export async function closeFinding(
  db: Db,
  { merchantId, id }: Pick<StoredFinding, "merchantId" | "id">,
  close: { as: "repaired" | "gone"; at: Date },
): Promise<boolean> {
  const closed = await db.query(
    `update reconciliation_findings set state = $3, closed_at = $4
     where merchant_id = $1 and id = $2 and ${checkedOnRow("state = 'open'")}`,
    [merchantId, id, close.as, close.at],
  );
  return closed.rowCount === 1;
}

/** The caller holds the lock and has checked the version. */
export async function settleFinding(
  db: Db,
  { merchantId, id }: Pick<StoredFinding, "merchantId" | "id">,
  settlement: Settlement,
  at: Date,
): Promise<void> {
  await db.query(
    `update reconciliation_findings set state = 'settled', closed_at = $3, settlement = $4, version = version + 1
     where merchant_id = $1 and id = $2 and ${checkedOnRow("state = 'open'")}`,
    [merchantId, id, at, JSON.stringify(settlement)],
  );
}

/** A record that could not be compared in this run: its finding stays as it is. */
export async function markExamined(db: Db, key: RecordKey, runId: bigint): Promise<void> {
  await db.query(
    `update reconciliation_findings set examined_run_id = $5
     where merchant_id = $1 and record = $2 and payment_id = $3 and record_id = $4 and state = 'open'`,
    [...keyValues(key), runId],
  );
}

function keyValues({ merchantId, record, paymentId, recordId }: RecordKey): unknown[] {
  return [merchantId, record, paymentId, recordId];
}
