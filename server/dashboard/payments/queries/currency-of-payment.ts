import type { RefundRecord, TransactionRecord } from "@/lib/contract/responses";
import { identifierFault } from "../domain/reference";
import type { Services } from "../../runtime";
import { readRecords } from "./read-records";

/** A refund record has no currency (specification 2.2); its payment's record does. Null when that cannot be read. */
export async function currencyOfPayment(
  services: Services,
  refund: Pick<RefundRecord, "merchant_transaction_id" | "transaction_id">,
): Promise<string | null> {
  return (await paymentOfRefund(services, refund))?.currency ?? null;
}

/** The record of a refund's payment; null when it cannot be read. */
export async function paymentOfRefund(
  services: Services,
  refund: Pick<RefundRecord, "merchant_transaction_id" | "transaction_id">,
): Promise<TransactionRecord | null> {
  if (identifierFault(refund.merchant_transaction_id, "merchant reference") !== null) return null;
  const status = await readRecords(services, refund.merchant_transaction_id);
  if (status.kind !== "answered") return null;
  return status.value.find((record) => record.transaction_id === refund.transaction_id) ?? null;
}
