import { MAX_REFERENCE_CODE_POINTS } from "@/lib/text";
import { findPayments } from "../usecases/payments/find-payments";
import { refuse, refuseFields } from "./response";
import { faultOfIdentifier } from "./fields";
import { presentPayment } from "./present";
import type { Handler } from "./specified-endpoint";

/** Returns every payment of a merchant reference (specification 4.2). */
export const transactionStatus: Handler = async (deps, request) => {
  const field = "merchant_transaction_id";
  const reference = request.hashed(field);
  const fault = faultOfIdentifier(reference, MAX_REFERENCE_CODE_POINTS);
  if (fault !== null) return refuseFields("transaction_status", [{ field, text: fault }]);
  const payments = await findPayments(deps, request.merchantId, reference);
  if (payments.length === 0) return refuse("transaction_status", 404, "Transaction not found");
  return { status: 200, body: payments.map(presentPayment) };
};
