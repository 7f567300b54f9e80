import { formatPaise } from "@/lib/money";
import { MAX_REFERENCE_CODE_POINTS } from "@/lib/text";
import * as usecase from "../../usecases/refund-balance";
import { faultOfIdentifier } from "../fields";
import { type OpsHandler, refuseOps } from "./handler";

/** The balance of one payment, counting refunds made by anybody. */
export const refundBalance: OpsHandler = async (deps, { merchantId, body }) => {
  const id = body.transaction_id;
  if (typeof id !== "string") return refuseOps(400, "transaction_id: Must be a string.");
  const fault = faultOfIdentifier(id, MAX_REFERENCE_CODE_POINTS);
  if (fault !== null) return refuseOps(400, `transaction_id: ${fault}`);
  const balance = await usecase.refundBalance(deps, merchantId, id);
  if (balance === null) return refuseOps(404, "Transaction not found.");
  const { payment, totals } = balance;
  return {
    status: 200,
    body: {
      transaction_id: payment.id,
      merchant_transaction_id: payment.reference,
      transaction_status: payment.status,
      currency: payment.currency,
      transaction_amount: formatPaise(payment.amountPaise),
      refunded_amount: formatPaise(totals.refundedPaise),
      in_progress_amount: formatPaise(totals.inProgressPaise),
      remaining_amount: formatPaise(balance.remainingPaise),
    },
  };
};
