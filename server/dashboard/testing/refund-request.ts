import { randomUUID } from "node:crypto";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../context";
import { createRequest } from "../requests/commands/create-request";

type Fields = { amount?: string; reason?: string; reasonCode?: string | null };

/** Requests a refund of a part of a payment. Returns the request's id. */
export async function requestPart(
  ctx: Ctx,
  payment: TransactionRecord,
  { amount = "50.00", reason = "Damaged", reasonCode = null }: Fields = {},
): Promise<string> {
  const requestId = randomUUID();
  const outcome = await createRequest(ctx, {
    requestId,
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount,
    reason,
    reasonCode,
    note: "",
  });
  if (outcome.kind !== "requested") throw new Error(JSON.stringify(outcome));
  return requestId;
}
