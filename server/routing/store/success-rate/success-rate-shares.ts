import { type Db, prepared } from "@/server/platform/pool";
import type { SegmentShares } from "../../domain/success-rate/shares";
import { consideredSchema } from "../rules/routing-decisions";
import { waitForCounting } from "./gateway-statistics";

export type StoredShares = SegmentShares & { ruleId: string };

type Row = {
  rule_id: string;
  segment: string;
  at: Date;
  gateways: unknown;
  cost_within: number;
  version: bigint;
};

const COLUMNS = "rule_id, segment, at, gateways, cost_within, version";
const CHANGED_SHARES = prepared(
  `select ${COLUMNS} from success_rate_shares where merchant_id = $1 and version > $2 and rule_id = any($3)`,
);

/** Shares that cannot be read count as missing: no payment depends on them, and the next count replaces them. */
function fromRow(row: Row): StoredShares[] {
  const gateways = consideredSchema.safeParse(row.gateways);
  if (!gateways.success) return [];
  const { rule_id: ruleId, segment, at, cost_within: costWithin } = row;
  return [{ ruleId, segment, at, costWithin, gateways: gateways.data }];
}

/** The shares of these rules of a merchant that were counted after that version, and the newest version. */
export async function findChangedShares(
  db: Db,
  merchantId: number,
  after: bigint,
  ruleIds: readonly string[],
): Promise<{ changed: StoredShares[]; version: bigint }> {
  const { rows } = await db.query<Row>({ ...CHANGED_SHARES, values: [merchantId, after, ruleIds] });
  const version = rows.reduce((newest, row) => (row.version > newest ? row.version : newest), after);
  return { changed: rows.flatMap(fromRow), version };
}

/** The shares of the merchant's rules in these segments; null for all segments. */
export async function findShares(
  db: Db,
  merchantId: number,
  segments: readonly string[] | null,
): Promise<StoredShares[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from success_rate_shares
     where merchant_id = $1 and ($2::text[] is null or segment = any($2))`,
    [merchantId, segments],
  );
  return rows.flatMap(fromRow);
}

/** How many shares the merchant has, counted until `most`. */
export async function countShares(db: Db, merchantId: number, most: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
     from (select from success_rate_shares where merchant_id = $1 limit $2) as kept`,
    [merchantId, most],
  );
  return rows[0]?.count ?? 0;
}

/** Deletes the shares of rules that no longer follow success rates. */
export async function deleteSharesExcept(
  db: Db,
  merchantId: number,
  ruleIds: readonly string[],
): Promise<void> {
  await db.query("delete from success_rate_shares where merchant_id = $1 and rule_id <> all($2::text[])", [
    merchantId,
    ruleIds,
  ]);
}

/** Merchants with shares that were counted before that time and in which a gateway is failing. */
export async function findStaleFailing(db: Db, before: Date): Promise<number[]> {
  const { rows } = await db.query<{ merchant_id: number }>(
    `select distinct merchant_id from success_rate_shares where has_failing and at < $1`,
    [before],
  );
  return rows.map(({ merchant_id: merchantId }) => merchantId);
}

/**
 * Saves shares under the merchant's next version. The caller holds the lock on counting. Versions are no lower than the
 * time in milliseconds, and so above those of shares that have been deleted since: a process may have read these.
 */
export async function saveShares(db: Db, merchantId: number, shares: readonly StoredShares[]): Promise<void> {
  if (shares.length === 0) return;
  await db.query(
    `insert into success_rate_shares (merchant_id, rule_id, segment, gateways, has_failing, at, cost_within, version)
     select $1::integer, rule_id, segment, gateways, has_failing, at, cost_within,
       greatest(floor(extract(epoch from now()) * 1000)::bigint,
         (select coalesce(max(version), 0) + 1 from success_rate_shares where merchant_id = $1))
     from unnest($2::text[], $3::text[], $4::jsonb[], $5::boolean[], $6::timestamptz[], $7::float8[])
       as t (rule_id, segment, gateways, has_failing, at, cost_within)
     on conflict (merchant_id, rule_id, segment) do update set gateways = excluded.gateways,
       has_failing = excluded.has_failing, at = excluded.at, cost_within = excluded.cost_within, version = excluded.version`,
    [
      merchantId,
      shares.map(({ ruleId }) => ruleId),
      shares.map(({ segment }) => segment),
      shares.map(({ gateways }) => JSON.stringify(gateways)),
      shares.map(({ gateways }) => gateways.some(({ isFailing }) => isFailing)),
      shares.map(({ at }) => at),
      shares.map(({ costWithin }) => costWithin),
    ],
  );
}

/**
 * Copies the shares of rules to the ids that begin with `to` instead of `from`. The caller is in a transaction.
 */
export async function copyShares(
  db: Db,
  merchantId: number,
  { ids, from, to }: { ids: readonly string[]; from: string; to: string },
): Promise<void> {
  await waitForCounting(db);
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from success_rate_shares where merchant_id = $1 and rule_id = any($2)`,
    [merchantId, ids.map((id) => `${from}${id}`)],
  );
  const copied = rows.flatMap(fromRow).map((shares) => {
    const id = shares.ruleId.slice(from.length);
    return { ...shares, ruleId: `${to}${id}` };
  });
  await saveShares(db, merchantId, copied);
}
