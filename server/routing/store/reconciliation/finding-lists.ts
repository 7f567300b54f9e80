import type { Db } from "@/server/platform/pool";
import type { Problem, RecordKind } from "../../domain/reconciliation/finding";
import { type FindingState, type StoredFinding, type Row, COLUMNS, findingFrom } from "./finding-rows";

/** Returns which of these records have an open finding. Most have none, and then nothing has to be locked. */
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
