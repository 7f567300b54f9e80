import type { Payment } from "../../domain/payment";
import { paymentsOfReference } from "../../store/payments";
import type { Deps } from "../deps";

/** Section 4.2: every record of a reference, newest first; empty when there is none. */
export function findPayments(deps: Deps, merchantId: number, reference: string): Promise<Payment[]> {
  return paymentsOfReference(deps.reads, merchantId, reference);
}
