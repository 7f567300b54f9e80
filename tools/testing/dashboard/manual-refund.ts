import { randomUUID } from "node:crypto";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "@/server/dashboard/context";
import { separateFrom } from "./duplicates";
import { recordManualRefund } from "@/server/dashboard/manual-refunds/commands/record-manual-refund";

/**
 * Records that an amount was returned without a gateway, as a separate refund if it is a likely duplicate or a request waits; it waits for
 * confirmation. Returns the record's id.
 */
export async function returnManually(ctx: Ctx, payment: TransactionRecord, amount: string): Promise<string> {
  const manualRefundId = randomUUID();
  const input = {
    manualRefundId,
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount,
    method: "bank_transfer",
    paidOn: ctx.clock.now().toISOString().slice(0, 10),
    transferReference: `UTR-${manualRefundId}`,
    note: "",
  };
  let outcome = await recordManualRefund(ctx, input);
  let confirmedDuplicates: string[] = [];
  for (let asked = separateFrom(outcome); asked !== null; asked = separateFrom(outcome)) {
    confirmedDuplicates = [...confirmedDuplicates, ...asked];
    outcome = await recordManualRefund(ctx, { ...input, confirmedDuplicates });
  }
  if (outcome.kind !== "recorded") throw new Error(JSON.stringify(outcome));
  return manualRefundId;
}
