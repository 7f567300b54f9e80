import { type Db, prepared } from "@/server/platform/pool";
import type { ChargeOutcome } from "../port";

/**
 * The simulator's own records: what a vendor stores on its side. They survive a kill of the service, so that money
 * "moved" by it stays moved and can be compared with the service's tables afterwards.
 */
export type ChargeRecord = {
  transactionId: string;
  outcome: ChargeOutcome;
  amountPaise: bigint;
  currency: string;
};
export type RefundRecord = {
  refundId: string;
  amountPaise: bigint;
  outcome: ChargeOutcome;
  settlesAt: Date;
  /** When a failure becomes a success; only a script does that (`faults.ts`). */
  turnsSuccessAt: Date | null;
};

/** The names of the simulated gateways beside the first one (decision 0254). */
export async function listFurtherSimulators(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>("select name from simulator.gateways order by name");
  return rows.map(({ name }) => name);
}

/** Adds one; every process of the service offers it from its next start on. */
export async function addFurtherSimulator(db: Db, name: string): Promise<void> {
  await db.query("insert into simulator.gateways (name) values ($1) on conflict (name) do nothing", [name]);
}

const INSERT_CHARGE = prepared(
  `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
   values ($1, $2, $3, $4, $5, $6) on conflict (checkout_id) do nothing`,
);

/** Inserts the charge of a checkout unless there is one; returns the one that exists afterwards. */
export async function recordCharge(
  db: Db,
  charge: ChargeRecord & { checkoutId: string; chargedAt: Date },
): Promise<ChargeRecord> {
  await db.query({
    ...INSERT_CHARGE,
    values: [
      charge.checkoutId,
      charge.transactionId,
      charge.amountPaise,
      charge.currency,
      charge.outcome,
      charge.chargedAt,
    ],
  });
  const recorded = await findCharge(db, charge.checkoutId);
  if (recorded === null) throw new Error("a charge vanished from the simulator");
  return recorded;
}

const FIND_CHARGE = prepared(
  "select transaction_id, outcome, amount_paise, currency from simulator.charges where checkout_id = $1",
);

export async function findCharge(db: Db, checkoutId: string): Promise<ChargeRecord | null> {
  const { rows } = await db.query<{
    transaction_id: string;
    outcome: ChargeOutcome;
    amount_paise: bigint;
    currency: string;
  }>({ ...FIND_CHARGE, values: [checkoutId] });
  const row = rows[0];
  if (row === undefined) return null;
  const { transaction_id: transactionId, outcome, amount_paise: amountPaise, currency } = row;
  return { transactionId, outcome, amountPaise, currency };
}

/** Inserts a refund unless its idempotency key exists; `isNew` says whether it was inserted. */
export async function recordRefund(
  db: Db,
  refund: Omit<RefundRecord, "turnsSuccessAt"> & {
    idempotencyKey: string;
    transactionId: string;
    currency: string;
    receivedAt: Date;
  },
): Promise<{ record: RefundRecord; isNew: boolean }> {
  const inserted = await db.query(
    `insert into simulator.refunds
       (idempotency_key, refund_id, transaction_id, amount_paise, currency, outcome, received_at, settles_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (idempotency_key) do nothing`,
    [
      refund.idempotencyKey,
      refund.refundId,
      refund.transactionId,
      refund.amountPaise,
      refund.currency,
      refund.outcome,
      refund.receivedAt,
      refund.settlesAt,
    ],
  );
  const record = await findRefund(db, "idempotency_key", refund.idempotencyKey);
  if (record === null) throw new Error("a refund vanished from the simulator");
  return { record, isNew: inserted.rowCount === 1 };
}

export async function findRefund(
  db: Db,
  by: "idempotency_key" | "refund_id",
  value: string,
): Promise<RefundRecord | null> {
  const { rows } = await db.query<{
    refund_id: string;
    amount_paise: bigint;
    outcome: ChargeOutcome;
    settles_at: Date;
    turns_success_at: Date | null;
  }>(
    `select refund_id, amount_paise, outcome, settles_at, turns_success_at from simulator.refunds where ${by} = $1`,
    [value],
  );
  const row = rows[0];
  return row === undefined
    ? null
    : {
        refundId: row.refund_id,
        amountPaise: row.amount_paise,
        outcome: row.outcome,
        settlesAt: row.settles_at,
        turnsSuccessAt: row.turns_success_at,
      };
}
