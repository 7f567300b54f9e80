import { batchStatements, eachAlone } from "@/server/platform/batch-statements";
import type { Db } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { isDistributed } from "../distributed";
import { paymentsOfReference, paymentsOfReferences } from "./payments";

type WantedReference = { merchantId: number; reference: string };

/** Reads of payments; those of one event-loop tick share a statement (0195). */
export type PaymentReads = {
  /** All records of a merchant reference, newest first (specification 4.2). */
  ofReference: (merchantId: number, reference: string) => Promise<Payment[]>;
};

/** A reference that is alone is read through `reads`. */
export function batchPaymentReads(reads: Db): PaymentReads {
  const ofReference = batchStatements<WantedReference, Payment[]>(
    {
      one: ({ merchantId, reference }) => paymentsOfReference(reads, merchantId, reference),
      many: async (wanted) =>
        (await isDistributed(reads)) ? eachAlone(wanted) : paymentsOfReferences(reads, wanted),
    },
    // A read does not wait for another one: a status must not be slower than its statement.
    { batchesAtOnce: Infinity, mostAlone: Infinity },
  );
  return { ofReference: (merchantId, reference) => ofReference({ merchantId, reference }) };
}
