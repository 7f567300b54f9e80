import { toMinorUnits, type TermsOf } from "./minor-units";
import {
  type GatewayFailure,
  type GatewayRefund,
  type GatewayRefundRequest,
  RefundRefusedForNow,
} from "./port";

/** The vendor calls that {@link refundOnce} needs. */
type RefundCalls<R extends Error> = {
  termsOf: TermsOf;
  /** Finds our refund among those of the charge by the key stored on it; null when the vendor has none. */
  find(request: GatewayRefundRequest): Promise<GatewayRefund | null>;
  send(request: GatewayRefundRequest, units: number): Promise<GatewayRefund>;
  isRefusal(error: unknown): error is R;
  /** Whether a refund with this refusal can never be made; false means pending, to be retried. */
  isFinal(refusal: R, request: GatewayRefundRequest, units: number): Promise<boolean>;
  /** Why it was refused, as the vendor wrote it. */
  failureOf(refusal: R): GatewayFailure;
};

/**
 * Sends a refund at a vendor exactly once, although vendors forget keys and responses get lost (decision 0010): it
 * searches for the refund before sending, and returns FAILURE only when it certainly does not exist and never can.
 */
export async function refundOnce<R extends Error>(
  calls: RefundCalls<R>,
  request: GatewayRefundRequest,
): Promise<GatewayRefund> {
  const units = toMinorUnits(request.amountPaise, request.currency, withoutMinimum(calls.termsOf));
  // More decimals than the currency has can never be sent.
  if (!units.ok) return { gatewayRefundId: null, status: "FAILURE" };
  const earlier = await calls.find(request);
  if (earlier !== null) return earlier;
  try {
    return await calls.send(request, units.value);
  } catch (error) {
    if (!calls.isRefusal(error)) throw error;
    const isFinal = await calls.isFinal(error, request, units.value);
    // "Already refunded" may be this very refund, sent a moment ago by a worker that seemed dead. Search for it last:
    // it may have used up the charge's balance only after an earlier search.
    const ours = await calls.find(request);
    if (ours !== null) return ours;
    const failure = calls.failureOf(error);
    if (isFinal) return { gatewayRefundId: null, status: "FAILURE", failure };
    throw new RefundRefusedForNow(error.message, failure);
  }
}

/** A partial refund may be smaller than the smallest charge; the vendor decides what is too small. */
function withoutMinimum(termsOf: TermsOf): TermsOf {
  return (currency) => {
    const terms = termsOf(currency);
    return terms === null ? null : { ...terms, minimumPaise: 1n };
  };
}
