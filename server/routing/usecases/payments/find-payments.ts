import type { Payment } from "../../domain/payments/payment";
import type { Deps } from "../deps";

/** Every record of a merchant reference, newest first; empty when there is none (specification 4.2). */
export function findPayments(deps: Deps, merchantId: number, reference: string): Promise<Payment[]> {
  return deps.paymentReads.ofReference(merchantId, reference);
}
