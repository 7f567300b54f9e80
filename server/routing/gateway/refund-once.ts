import { toMinorUnits, type TermsOf } from "./minor-units";
import { type GatewayRefund, type GatewayRefundRequest, GatewayUnavailable } from "./port";

/** A vendor's refunds, in the words that {@link refundOnce} needs of them. */
export type RefundCalls<R extends Error> = {
  termsOf: TermsOf;
  /** Our refund among those of the charge, by the key that stands on it; null when the vendor has none. */
  find(request: GatewayRefundRequest): Promise<GatewayRefund | null>;
  send(request: GatewayRefundRequest, units: number): Promise<GatewayRefund>;
  isRefusal(error: unknown): error is R;
  /** Whether a refund that was refused so can never be made; false leaves it open, to be tried again. */
  isFinal(refusal: R, request: GatewayRefundRequest, units: number): Promise<boolean>;
};

const REFUSED_FOR_GOOD: GatewayRefund = { gatewayRefundId: null, status: "FAILURE" };

/**
 * Sends money back at a vendor once, though vendors forget keys and answers get lost (decision 0010): the refund is looked
 * for before it is sent, and FAILURE is said only of one that is certainly not there and can never be.
 */
export async function refundOnce<R extends Error>(
  calls: RefundCalls<R>,
  request: GatewayRefundRequest,
): Promise<GatewayRefund> {
  const units = toMinorUnits(request.amountPaise, request.currency, withoutMinimum(calls.termsOf));
  // A fraction that the currency has not can never be sent.
  if (!units.ok) return REFUSED_FOR_GOOD;
  const earlier = await calls.find(request);
  if (earlier !== null) return earlier;
  try {
    return await calls.send(request, units.value);
  } catch (error) {
    if (!calls.isRefusal(error)) throw error;
    const isFinal = await calls.isFinal(error, request, units.value);
    // "Already refunded" may be this very refund, made a moment ago by a worker that was thought dead. It is looked for
    // last: what the charge has left may have been taken by it only after an earlier look.
    const ours = await calls.find(request);
    if (ours !== null) return ours;
    if (isFinal) return REFUSED_FOR_GOOD;
    throw new GatewayUnavailable(error.message);
  }
}

/** A part of a charge may be smaller than the smallest charge; what is too little is then the vendor's to say. */
function withoutMinimum(termsOf: TermsOf): TermsOf {
  return (currency) => {
    const terms = termsOf(currency);
    return terms === null ? null : { ...terms, minimumPaise: 1n };
  };
}
