import { type Db, prepared } from "@/server/platform/pool";

/** What holds an amount of a payment: a part of the view `held_amounts`. */
type HeldKind = "refund" | "approval" | "row" | "manual" | "request";

const SUM_HELD = prepared(`select kind, sum(amount_paise)::bigint as paise from held_amounts
     where transaction_id = $1 and kind <> 'refund' and not (id = any($2::uuid[])) group by kind`);

/** What is held of a payment beside its refunds, in paise; `but`: the approvals, rows and refund requests that are not counted. */
export async function sumHeld(
  db: Db,
  transactionId: string,
  but: readonly string[],
): Promise<ReadonlyMap<HeldKind, bigint>> {
  const { rows } = await db.query<{ kind: HeldKind; paise: bigint }>({
    ...SUM_HELD,
    values: [transactionId, but],
  });
  return new Map(rows.map(({ kind, paise }) => [kind, paise]));
}

const SUM_MANUAL = `select transaction_id as "transactionId", sum(amount_paise)::bigint as paise from held_amounts
  where kind = 'manual' and transaction_id = any($1) group by transaction_id`;

/** What was returned of each payment without a gateway, in paise; payments without any are missing. */
export async function sumManualRefundsOfEach(
  db: Db,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ transactionId: string; paise: bigint }>(SUM_MANUAL, [transactionIds]);
  return new Map(rows.map(({ transactionId, paise }) => [transactionId, paise]));
}

/** What this dashboard alone knows of a payment's money. */
export type OwnRefunds = { manualPaise: bigint; unknownPaise: bigint };

const SUM_OWN = `select transaction_id as "transactionId", coalesce(sum(amount_paise) filter (where not is_unknown), 0)::bigint as "manualPaise",
    coalesce(sum(amount_paise) filter (where is_unknown), 0)::bigint as "unknownPaise"
  from (select transaction_id, amount_paise, false as is_unknown from held_amounts where kind = 'manual' and transaction_id = any($1)
    union all select transaction_id, amount_paise, true from refund_intents
      where transaction_id = any($1) and case when state = 'UNKNOWN' then true else false end) as own
  group by transaction_id`;

/**
 * Sums in one query, for each payment, what was returned without a gateway and what has an unknown outcome. Payments
 * without either are missing.
 */
export async function sumOwnOfEach(
  db: Db,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, OwnRefunds>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await db.query<OwnRefunds & { transactionId: string }>(SUM_OWN, [transactionIds]);
  return new Map(rows.map(({ transactionId, ...own }) => [transactionId, own]));
}

/**
 * The payments of which this dashboard alone knows what happened to their money, at most `limit` of each kind: with a refund of
 * unknown outcome, and with a manual refund, the newest.
 */
export async function listOwnPayments(db: Db, kind: "unknown" | "manual", limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    kind === "unknown"
      ? `select distinct transaction_id as id from refund_intents where state = 'UNKNOWN' limit $1`
      : `select distinct transaction_id as id from (select transaction_id from manual_refunds
           where state in ('WAITING', 'CONFIRMED') order by recorded_at desc, id desc limit $1) as newest`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * What a person has refunded of each payment, in paise, with a gateway or without. A payment of which they refunded nothing has
 * no entry.
 */
export async function sumRefundsOf(
  db: Db,
  personId: string,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await db.query<{ transactionId: string; paise: bigint }>(
    `select transaction_id as "transactionId", sum(amount_paise)::bigint as paise from held_amounts
     where kind in ('refund', 'manual') and transaction_id = any($2) and person_id = $1 group by transaction_id`,
    [personId, transactionIds],
  );
  return new Map(rows.map(({ transactionId, paise }) => [transactionId, paise]));
}

/** What was refunded of each payment since a time without a second person, in paise. Payments without any are missing. */
export async function sumUnapproved(
  db: Db,
  transactionIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await db.query<{ transactionId: string; paise: bigint }>(
    `select transaction_id as "transactionId", sum(amount_paise)::bigint as paise from held_amounts
     where kind = 'refund' and transaction_id = any($1) and at >= $2 and approval_id is null group by transaction_id`,
    [transactionIds, since],
  );
  return new Map(rows.map(({ transactionId, paise }) => [transactionId, paise]));
}
