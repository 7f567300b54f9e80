import type { RecordKey } from "../../store/reconciliation/finding-rows";

/** Held while records of a merchant are compared and repaired: one run at a time, in whichever process. */
export function runClaim(merchantId: number): string {
  return `reconciliation:${merchantId}`;
}

/** Held while one record is repaired: by a run, or by a person. */
export function recordClaim({ merchantId, record, paymentId, recordId }: RecordKey): string {
  return `reconciliation-record:${merchantId}:${record}:${paymentId}:${recordId}`;
}
