import { checkedOnRow } from "@/server/platform/checked-on-row";
import type { Db } from "@/server/platform/pool";
import type { Money, Problem, RecordFacts, RecordKind } from "../../domain/reconciliation/finding";

export type FindingState = "open" | "repaired" | "settled" | "gone";

/** What identifies a compared record: `recordId` is the id of the payment, refund, or of a reversal's charge. */
export type RecordKey = { merchantId: number; record: RecordKind; paymentId: string; recordId: string };

export type Settlement = {
  id: string;
  evidence: string;
  vendorReference: string;
  proposedBy: string;
  confirmedBy: string;
};

export type StoredFinding = RecordKey & {
  id: bigint;
  reference: string | null;
  gateway: string;
  problem: Problem;
  isCertain: boolean;
  here: RecordFacts;
  there: RecordFacts | null;
  /** What the gateway said instead of a record. */
  thereNote: string | null;
  stake: Money;
  state: FindingState;
  /** Grows when what was found changes. */
  version: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  repairRequestedAt: Date | null;
  repairRequestedBy: string | null;
  closedAt: Date | null;
  settlement: Settlement | null;
};

/** A disagreement that a comparison has found. */
export type NewFinding = Pick<
  StoredFinding,
  | "merchantId"
  | "record"
  | "paymentId"
  | "recordId"
  | "reference"
  | "gateway"
  | "problem"
  | "isCertain"
  | "here"
  | "there"
  | "thereNote"
  | "stake"
>;

type Row = {
  merchant_id: number;
  id: bigint;
  record: RecordKind;
  payment_id: string;
  record_id: string;
  reference: string | null;
  gateway: string;
  problem: Problem;
  is_certain: boolean;
  here: RecordFacts;
  there: RecordFacts | null;
  there_note: string | null;
  stake_paise: bigint;
  stake_currency: string;
  state: FindingState;
  version: number;
  first_seen_at: Date;
  last_seen_at: Date;
  repair_requested_at: Date | null;
  repair_requested_by: string | null;
  closed_at: Date | null;
  settlement: Settlement | null;
};

const COLUMNS = `f.merchant_id, f.id, f.record, f.payment_id, f.record_id, f.reference, f.gateway, f.problem, f.is_certain,
  f.here, f.there, f.there_note, f.stake_paise, f.stake_currency, f.state, f.version, f.first_seen_at, f.last_seen_at,
  f.repair_requested_at, f.repair_requested_by, f.closed_at, f.settlement`;

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

/** The same problem again: new facts make a new version. The caller holds the lock. */
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

/** Of these records, those with an open finding. Most have none, and then nothing has to be locked. */
export async function recordsWithFinding(
  db: Db,
  merchantId: number,
  record: RecordKind,
  recordIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ record_id: string }>(
    `select record_id from reconciliation_findings
     where merchant_id = $1 and state = 'open' and record = $2 and record_id = any($3)`,
    [merchantId, record, recordIds],
  );
  return new Set(rows.map((row) => row.record_id));
}

/** Open findings that this run has not examined, oldest first. */
export async function findingsToRecheck(
  db: Db,
  merchantId: number,
  scope: { runId: bigint; gateway: string | null; afterId: bigint | null; limit: number },
): Promise<StoredFinding[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_findings f
     where merchant_id = $1 and state = 'open' and examined_run_id is distinct from $2
       and ($3::text is null or gateway = $3) and ($4::bigint is null or id > $4)
     order by id limit $5`,
    [merchantId, scope.runId, scope.gateway, scope.afterId, scope.limit],
  );
  return rows.map(findingFrom);
}

export type FindingFilter = {
  runId: bigint | null;
  states: readonly FindingState[] | null;
  problem: Problem | null;
  gateway: string | null;
};

/** Oldest first; `afterId`: the last finding of the page before. */
export async function listFindings(
  db: Db,
  merchantId: number,
  { runId, states, problem, gateway }: FindingFilter,
  page: { afterId: bigint | null; limit: number },
): Promise<StoredFinding[]> {
  const ofRun =
    runId === null
      ? "$7::bigint is null"
      : `exists (select 1 from reconciliation_run_findings r
           where r.merchant_id = f.merchant_id and r.finding_id = f.id and r.run_id = $7)`;
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from reconciliation_findings f
     where merchant_id = $1 and ($2::text[] is null or state = any($2)) and ($3::text is null or problem = $3)
       and ($4::text is null or gateway = $4) and ($5::bigint is null or id > $5) and ${ofRun}
     order by id limit $6`,
    [merchantId, states, problem, gateway, page.afterId, page.limit, runId],
  );
  return rows.map(findingFrom);
}

/** How many findings of each run are in each state, and their money at stake. */
export type FindingSum = {
  runId: bigint;
  state: FindingState;
  currency: string;
  count: number;
  paise: bigint;
};

export async function sumFindingsOfRuns(
  db: Db,
  merchantId: number,
  runIds: readonly bigint[],
): Promise<FindingSum[]> {
  const { rows } = await db.query<{
    run_id: bigint;
    state: FindingState;
    stake_currency: string;
    n: number;
    paise: string;
  }>(
    `select r.run_id, f.state, f.stake_currency, count(*)::int as n, sum(f.stake_paise)::text as paise
     from reconciliation_run_findings r
     join reconciliation_findings f on f.merchant_id = r.merchant_id and f.id = r.finding_id
     where r.merchant_id = $1 and r.run_id = any($2)
     group by r.run_id, f.state, f.stake_currency order by f.stake_currency`,
    [merchantId, runIds],
  );
  return rows.map((row) => ({
    runId: row.run_id,
    state: row.state,
    currency: row.stake_currency,
    count: row.n,
    paise: BigInt(row.paise),
  }));
}

/** All open findings of a merchant, summed by currency. */
export async function sumOpenFindings(
  db: Db,
  merchantId: number,
): Promise<{ currency: string; count: number; paise: bigint }[]> {
  const { rows } = await db.query<{ stake_currency: string; n: number; paise: string }>(
    `select stake_currency, count(*)::int as n, sum(stake_paise)::text as paise from reconciliation_findings
     where merchant_id = $1 and state = 'open' group by stake_currency order by stake_currency`,
    [merchantId],
  );
  return rows.map((row) => ({ currency: row.stake_currency, count: row.n, paise: BigInt(row.paise) }));
}

function keyValues({ merchantId, record, paymentId, recordId }: RecordKey): unknown[] {
  return [merchantId, record, paymentId, recordId];
}

function findingFrom(row: Row): StoredFinding {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    record: row.record,
    paymentId: row.payment_id,
    recordId: row.record_id,
    reference: row.reference,
    gateway: row.gateway,
    problem: row.problem,
    isCertain: row.is_certain,
    here: row.here,
    there: row.there,
    thereNote: row.there_note,
    stake: { paise: row.stake_paise, currency: row.stake_currency },
    state: row.state,
    version: row.version,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    repairRequestedAt: row.repair_requested_at,
    repairRequestedBy: row.repair_requested_by,
    closedAt: row.closed_at,
    settlement: row.settlement,
  };
}
