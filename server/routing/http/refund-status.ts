import { findRefund } from "../usecases/refunds/find-refund";
import { refuse, refuseFields } from "./response";
import { faultOfIdentifier } from "./fields";
import { presentRefund } from "./present";
import type { Handler } from "./specified-endpoint";

/** Returns one refund of the caller (specification 4.5). */
export const refundStatus: Handler = async (deps, request) => {
  const refundId = request.hashed("refund_id");
  const fault = faultOfIdentifier(refundId, null);
  if (fault !== null) return refuseFields("refund_status", [{ field: "refund_id", text: fault }]);
  const refund = await findRefund(deps, request.merchantId, refundId);
  if (refund === null) return refuse("refund_status", 404, "Refund not found.");
  return { status: 200, body: { success: true, ...presentRefund(refund) } };
};
