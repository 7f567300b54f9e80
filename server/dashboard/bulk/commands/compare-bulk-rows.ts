import type { Db } from "@/server/platform/pool";
import { amountLimit, roleAllows } from "@/lib/can";
import { findMemberRole } from "../../accounts/store";
import { sumRefundsOf } from "../../refunds/store";
import { readReasonRules } from "../../reasons/store";
import { missingReasonOf } from "../domain/bulk-table";
import { compareRows, type ComparedRow, isNews, type Surroundings } from "../domain/bulk-comparison";
import {
  findLikelyDuplicates,
  listComparedRows,
  listReservations,
  storeComparison,
} from "../store/bulk-duplicates";

/** Whose role limits the refunds: who starts the run, and before that who made it. */
type Refunder = { userId: string; name: string };

/**
 * Compares the rows of a checked run with each other and with all other refunds as they are now, and the refunds with
 * what the person's role allows now, and with the reasons that are required now, and stores the result (decisions 0200 and 0304). Returns how many rows became ready or stopped being ready. The caller holds the run's lock and has
 * seen that it was not started.
 */
export async function compareBulkRows(db: Db, runId: string, person: Refunder, at: Date): Promise<number> {
  const rows = await listComparedRows(db, runId);
  const [duplicates, reservations, limit, rules] = await Promise.all([
    findLikelyDuplicates(db, runId, at),
    listReservations(db, runId),
    limitOf(db, rows, person),
    readReasonRules(db),
  ]);
  const known = new Map(rows.map((row) => [row.rowId, row]));
  const verdicts = compareRows(rows, {
    duplicates,
    reservations,
    limit,
    personId: person.userId,
    missingReason: missingReasonOf(rules),
  });
  const isNew = verdicts.filter((verdict) => {
    const row = known.get(verdict.rowId);
    return row !== undefined && isNews(row, verdict);
  });
  await storeComparison(db, isNew);
  return isNew.filter(({ rowId, state }) => (known.get(rowId)?.state === "ready") !== (state === "ready"))
    .length;
}

/** Null for a role without a limit, and for one that may not refund: it starts nothing. */
async function limitOf(
  db: Db,
  rows: readonly ComparedRow[],
  { userId, name }: Refunder,
): Promise<Surroundings["limit"]> {
  const role = await findMemberRole(db, userId);
  if (role === null || !roleAllows(role, "refund_payment")) return null;
  const refunds = rows.filter(({ leftPaise }) => leftPaise !== null);
  const currencies = new Map(refunds.map(({ transactionId, currency }) => [transactionId, currency]));
  const limits = [...currencies].flatMap(([transactionId, currency]) => {
    const paise = amountLimit(role, "refund_payment", currency);
    return paise === null ? [] : [{ transactionId, paise }];
  });
  if (limits.length === 0) return null;
  const ids = limits.map(({ transactionId }) => transactionId);
  const refunded = await sumRefundsOf(db, userId, ids);
  const leftPaise = new Map(
    limits.map(({ transactionId, paise }) => {
      const used = refunded.get(transactionId) ?? 0n;
      return [transactionId, paise > used ? paise - used : 0n] as const;
    }),
  );
  return { by: name, leftPaise };
}
