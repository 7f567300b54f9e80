import { err, ok, type Result } from "@/lib/result";
import { sqlState } from "@/server/platform/pool";
import * as store from "../../store/payments/payment-counts";
import type { Deps } from "../deps";

/** Bounds the answer; spans and splits that people look at stay far below. */
export const MAX_COUNTS = 10_000;
const INVALID_PARAMETER_VALUE = "22023";

export type CountRefusal = { kind: "too_many" } | { kind: "unknown_time_zone" };

/** Counts and sums of payments over time. The runtime and Postgres know zones by lists of their own: both must. */
export async function countPayments(
  deps: Deps,
  merchantId: number,
  span: store.CountSpan,
): Promise<Result<store.PaymentCount[], CountRefusal>> {
  try {
    const counts = await store.countPayments(deps.history, merchantId, span, MAX_COUNTS + 1);
    return counts.length > MAX_COUNTS ? err({ kind: "too_many" }) : ok(counts);
  } catch (error) {
    if (sqlState(error) === INVALID_PARAMETER_VALUE) return err({ kind: "unknown_time_zone" });
    throw error;
  }
}
