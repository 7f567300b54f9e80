import { err, ok, type Result } from "@/lib/result";
import { sqlState } from "@/server/platform/pool";
import * as store from "../../store/payments/payment-counts";
import type { Deps } from "../deps";

/** Bounds the size of the response; the spans and splits of the screens stay far below. */
export const MAX_COUNTS = 10_000;
const INVALID_PARAMETER_VALUE = "22023";

type CountRefusal = { kind: "too_many" } | { kind: "unknown_time_zone" };

/**
 * Counts and sums payments over time. The runtime and Postgres have separate time zone lists: both must know the zone.
 */
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
