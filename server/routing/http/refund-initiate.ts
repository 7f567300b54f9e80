import { TEXT_LIMITS } from "@/lib/contract/limits";
import { formatPaise, parseAmount } from "@/lib/money";
import { MAX_REFERENCE_CODE_POINTS } from "@/lib/text";
import { err, ok, type Result } from "@/lib/result";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import type { RefundRequest, RequestRefundOutcome } from "../usecases/refunds/refund-requests";
import { requestRefund } from "../usecases/refunds/request-refund";
import { type HttpResponse, type FieldFault, refuse, refuseFields } from "./response";
import { faultOfIdentifier, INVALID_REFUND_AMOUNT, readFreeText } from "./fields";
import type { JsonObject } from "./json-body";
import type { Handler } from "./specified-endpoint";

/** Nothing is done and no key stores this refusal: a retry is accepted once refunds are released (decision 0237). */
const HELD: HttpResponse = {
  ...refuse(
    "refund_initiate",
    429,
    "Refunds are held, because a backup was restored. Nothing was refunded. Try again later.",
  ),
  headers: { "retry-after": "60" },
};

/** Accepts a refund, which is sent afterwards (specification 4.4). */
export const refundInitiate: Handler = async (deps, request) => {
  const parsed = readRefundRequest(request.body, {
    paymentId: request.hashed("transaction_id"),
    amount: request.hashed("refund_amount"),
  });
  if (!parsed.ok)
    return request.perform(
      (): HttpResponse => refuseFields("refund_initiate", [parsed.error]),
      () => Promise.resolve(null),
    );
  if (await deps.reads.share("refunds are held", () => areRefundsHeld(deps.reads))) return HELD;
  return request.perform(present, (remember) =>
    requestRefund(deps, request.merchantId, parsed.value, remember),
  );
};

function readRefundRequest(
  body: JsonObject,
  hashed: { paymentId: string; amount: string },
): Result<RefundRequest, FieldFault> {
  const idFault = faultOfIdentifier(hashed.paymentId, MAX_REFERENCE_CODE_POINTS);
  if (idFault !== null) return err({ field: "transaction_id", text: idFault });
  const amount = parseAmount(hashed.amount);
  if (!amount.ok || amount.value === 0n) {
    return err({ field: "refund_amount", text: INVALID_REFUND_AMOUNT });
  }
  const reason = readFreeText(body.refund_reason, TEXT_LIMITS.refund_reason);
  if (!reason.ok) return err({ field: "refund_reason", text: reason.error });
  // An empty reason says nothing, so it is none.
  const given = reason.value === "" ? null : reason.value;
  return ok({ paymentId: hashed.paymentId, amountPaise: amount.value, reason: given });
}

/** Statuses and texts of specification 7. No default case: a new refusal does not compile until it has a response. */
function present(outcome: RequestRefundOutcome): HttpResponse {
  if (outcome.ok) {
    const refund = outcome.value;
    return {
      status: 201,
      body: {
        success: true,
        refund_id: refund.id,
        transaction_id: refund.paymentId,
        merchant_transaction_id: refund.reference,
        refund_amount: formatPaise(refund.amountPaise),
        refund_status: refund.status,
      },
    };
  }
  switch (outcome.error.kind) {
    case "payment_not_found":
      return refuse("refund_initiate", 404, "Transaction not found.");
    case "payment_not_successful":
      return refuse("refund_initiate", 400, "Refund is allowed only for successful transactions.");
    case "too_many_refunds":
      return refuse("refund_initiate", 400, "This transaction has reached its limit of refunds.");
    case "exceeds_balance":
      return refuse(
        "refund_initiate",
        400,
        `Refund amount exceeds refundable balance. Remaining refundable: ${formatPaise(outcome.error.remainingPaise)}`,
      );
  }
}
