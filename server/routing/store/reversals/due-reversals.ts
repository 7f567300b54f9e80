import { CLAIMED_UNTIL, dueRows, type Work } from "@/server/platform/due-rows/due-rows";
import { type Db, prepared } from "@/server/platform/pool";
import type { PlacedReversal, Reversal } from "../../domain/reversals/reversal";
import { isDistributed } from "../distributed";
import { reversalColumnsOf, reversalFromRow, type ReversalRow } from "./reversals";

type ReversalId = Pick<Reversal, "merchantId" | "paymentId" | "gatewayTransactionId">;

/** A reversal that this worker has. */
export type TakenReversal = PlacedReversal & Work;

export const dueReversals = dueRows<
  ReversalId,
  ReversalRow & { gateway_account: number | null },
  TakenReversal
>({
  table: "reversals",
  key: [
    { column: "merchant_id", type: "integer", value: ({ merchantId }) => merchantId },
    { column: "payment_id", type: "text", value: ({ paymentId }) => paymentId },
    {
      column: "gateway_transaction_id",
      type: "text",
      value: ({ gatewayTransactionId }) => gatewayTransactionId,
    },
  ],
  lane: "gateway",
  join: { table: "payments p", on: "p.merchant_id = t.merchant_id and p.id = t.payment_id" },
  columns: `${reversalColumnsOf("t")}, p.gateway_account`,
  fromRow: (row) => ({ ...reversalFromRow(row), gatewayAccount: row.gateway_account }),
  isDistributed,
});

const EXTEND_TO_SEND = prepared(
  `update reversals set taken_until = ${CLAIMED_UNTIL}
   where merchant_id = $1 and payment_id = $2 and gateway_transaction_id = $3 and taken_by = $4`,
);

/** Extends the claim right before what only one worker may do; false when another has it. */
export async function extendToSend(db: Db, reversal: TakenReversal): Promise<boolean> {
  const { merchantId, paymentId, gatewayTransactionId, claim } = reversal;
  const values = [merchantId, paymentId, gatewayTransactionId, claim.takenBy];
  return (await db.query({ ...EXTEND_TO_SEND, values })).rowCount === 1;
}
