import type { DeclineReason } from "@/lib/contract/decline-reasons";
import type { DeclineCodes } from "../domain/payments/decline-reason";
import { ADYEN_DECLINE_CODES } from "./adyen/decline-codes";
import { CASHFREE_DECLINE_CODES } from "./cashfree/decline-codes";
import { PAYPAL_DECLINE_CODES } from "./paypal/decline-codes";
import { RAZORPAY_DECLINE_CODES } from "./razorpay/decline-codes";
import { SIMULATOR_DECLINE_CODES } from "./simulator/decline-codes";
import { STRIPE_DECLINE_CODES } from "./stripe/decline-codes";

/** The codes of each vendor. A new adapter brings its own (docs/write-an-adapter.md, decision 0312). */
const CODES: ReadonlyMap<string, DeclineCodes> = new Map([
  ["simulator", SIMULATOR_DECLINE_CODES],
  ["stripe", STRIPE_DECLINE_CODES],
  ["razorpay", RAZORPAY_DECLINE_CODES],
  ["adyen", ADYEN_DECLINE_CODES],
  ["paypal", PAYPAL_DECLINE_CODES],
  ["cashfree", CASHFREE_DECLINE_CODES],
]);

/** The vendor of a gateway: further gateways of one have a suffix, such as `simulator-b` (decision 0254). */
export function vendorOf(gateway: string): string {
  return gateway.split("-", 1)[0] ?? gateway;
}

/**
 * Why a gateway declined, from the code that it reported (`GatewayFailure.code`), in either case. `unknown` without a
 * code, and for one that is not mapped; needs no instance of the adapter, so that it works for a vendor that is no
 * longer configured.
 */
export function declineReasonOf(gateway: string, code: string | null): DeclineReason {
  return code === null ? "unknown" : (findReason(gateway, code) ?? "unknown");
}

/** Whether the vendor's map has the code: one that is missing is counted, so that an operator sees it. */
export function isMapped(gateway: string, code: string): boolean {
  return findReason(gateway, code) !== null;
}

/** The codes of a vendor, in lower case; null for one that this version does not know. */
export function declineCodesOf(gateway: string): DeclineCodes | null {
  return CODES.get(vendorOf(gateway)) ?? null;
}

/** Every code of every vendor, in lower case. */
export function mappedCodes(): readonly { vendor: string; code: string; reason: DeclineReason }[] {
  return [...CODES].flatMap(([vendor, codes]) =>
    Object.entries(codes).map(([code, reason]) => ({ vendor, code, reason })),
  );
}

function findReason(gateway: string, code: string): DeclineReason | null {
  const codes = declineCodesOf(gateway);
  const key = code.toLowerCase();
  return codes !== null && Object.hasOwn(codes, key) ? (codes[key] ?? null) : null;
}
