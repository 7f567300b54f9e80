import type { FindingState } from "@/lib/contract/ops/reconciliation";
import type { Db } from "@/server/platform/pool";
import type { WorkSource } from "../../queues/domain";

/** Open findings of the reconciliation, as work for finance: to repair, to settle, or to confirm. */
export const FINDING_WORK: WorkSource = {
  open: `
    select f.finding_id as item_id,
      case when f.is_certain then 'finding_certain' when s.id is not null then 'finding_to_confirm' else 'finding_open'
        end as condition,
      'finance' as team, f.version::text || coalesce(':' || s.id::text, '') as mark, f.first_seen_at as since,
      f.reference, f.transaction_id, f.amount_paise, f.currency, f.is_test,
      coalesce(p.name, f.gateway) as who, null::text as why, array_remove(array[s.proposed_by], null) as not_for
    from finding_work f
    left join finding_settlements s on s.service_address = f.service_address and s.finding_id = f.finding_id
      and s.state in ('PROPOSED', 'CONFIRMING')
    left join people p on p.id = s.proposed_by
    where f.state = 'open'`,
  ended: `
    select f.finding_id as item_id,
      case f.state when 'repaired' then 'finding_repaired' when 'settled' then 'finding_settled' else 'gone' end as outcome
    from finding_work f where f.finding_id = any($1::text[]) and f.state <> 'open'`,
};

export type FindingWork = {
  findingId: string;
  version: number;
  isCertain: boolean;
  gateway: string;
  firstSeenAt: Date;
  reference: string;
  transactionId: string;
  amountPaise: bigint;
  currency: string;
  isTest: boolean;
};

/** Stores what the service lists as open now. */
export async function saveOpenFindings(
  db: Db,
  serviceAddress: string,
  findings: readonly FindingWork[],
): Promise<void> {
  const rows = findings.map((finding) => ({
    finding_id: finding.findingId,
    version: finding.version,
    is_certain: finding.isCertain,
    gateway: finding.gateway,
    first_seen_at: finding.firstSeenAt.toISOString(),
    reference: finding.reference,
    transaction_id: finding.transactionId,
    amount_paise: finding.amountPaise.toString(),
    currency: finding.currency,
    is_test: finding.isTest,
  }));
  await db.query(
    `insert into finding_work (service_address, finding_id, version, is_certain, gateway, first_seen_at, reference,
       transaction_id, amount_paise, currency, is_test, state)
     select $1, f.finding_id, f.version, f.is_certain, f.gateway, f.first_seen_at, f.reference, f.transaction_id,
       f.amount_paise, f.currency, f.is_test, 'open'
     from jsonb_to_recordset($2::jsonb) as f (finding_id text, version integer, is_certain boolean, gateway text,
       first_seen_at timestamptz, reference text, transaction_id text, amount_paise bigint, currency text, is_test boolean)
     on conflict (service_address, finding_id) do update set version = excluded.version,
       is_certain = excluded.is_certain, amount_paise = excluded.amount_paise, currency = excluded.currency,
       state = 'open', closed_at = null`,
    [serviceAddress, JSON.stringify(rows)],
  );
}

/** Stored open findings of a service that are not among these: they are closed, or not known to it any more. */
export async function findingsToClose(
  db: Db,
  of: { serviceAddress: string; openIds: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ finding_id: string }>(
    `select finding_id from finding_work
     where service_address = $1 and state = 'open' and not finding_id = any($2)
     order by asked_at nulls first, first_seen_at, finding_id limit $3`,
    [of.serviceAddress, of.openIds, of.limit],
  );
  return rows.map((row) => row.finding_id);
}

/** It is open there, although the list did not contain it. */
export async function recordStillOpen(
  db: Db,
  of: { serviceAddress: string; findingId: string },
  at: Date,
): Promise<void> {
  await db.query("update finding_work set asked_at = $3 where service_address = $1 and finding_id = $2", [
    of.serviceAddress,
    of.findingId,
    at,
  ]);
}

export async function closeFindingWork(
  db: Db,
  of: { serviceAddress: string; findingId: string },
  close: { state: Exclude<FindingState, "open">; at: Date },
): Promise<void> {
  await db.query(
    `update finding_work set state = $3, closed_at = $4
     where service_address = $1 and finding_id = $2 and state = 'open'`,
    [of.serviceAddress, of.findingId, close.state, close.at],
  );
}

/** Findings of another service than the configured one, and those that were closed long ago. */
export async function deleteOldFindingWork(db: Db, serviceAddress: string, before: Date): Promise<void> {
  await db.query("delete from finding_work where service_address <> $1 or closed_at < $2", [
    serviceAddress,
    before,
  ]);
}
