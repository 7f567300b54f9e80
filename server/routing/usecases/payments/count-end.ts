import type { Payment } from "../../domain/payments/payment";
import type { Deps } from "../deps";

/** Counts a payment that has just ended, after its transaction: an end that was rolled back does not count. */
export function countEnd({ metrics }: Pick<Deps, "metrics">, { gateway, status }: Payment): void {
  metrics.paymentEnded(gateway, status);
}
