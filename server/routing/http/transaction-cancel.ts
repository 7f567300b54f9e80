import { cancelPayment } from "../usecases/payments/cancel-payment";
import { refuse, refuseFields } from "./response";
import { faultOfIdentifier } from "./fields";
import type { Handler } from "./specified-endpoint";

/** Cancels the newest payment. No length limit is specified: too long a reference is not found (specification 4.3). */
export const transactionCancel: Handler = async (deps, request) => {
  const field = "merchant_transaction_id";
  const reference = request.hashed(field);
  const fault = faultOfIdentifier(reference, null);
  if (fault !== null) return refuseFields("transaction_cancel", [{ field, text: fault }]);
  const cancelled = await cancelPayment(deps, request.merchantId, reference);
  if (cancelled.ok)
    return { status: 200, body: { success: true, message: "Transaction cancelled successfully" } };
  switch (cancelled.error.kind) {
    case "not_found":
      return refuse("transaction_cancel", 404, "Transaction not found");
    case "already_processed":
      return refuse("transaction_cancel", 400, "Transaction cannot be cancelled as it is already processed");
  }
};
