import type { PaymentMethod } from "@/lib/contract/statuses";
import { bandMiddle, type SegmentFields } from "../success-rate/segment";

/** What a gateway charges for a payment: a fixed part and a part of the amount, as its price list says. */
export type Fee = {
  currency: string;
  /** Null: for every method without a fee of its own. */
  method: PaymentMethod | null;
  fixedPaise: bigint;
  /** Millionths of the amount: 23,600 are 2.36 percent. */
  rateMillionths: number;
};

/** The fees of one gateway. Revision 0: none was ever saved. */
export type FeeList = {
  gateway: string;
  revision: number;
  fees: readonly Fee[];
  changed: { at: Date; by: string } | null;
};

const WHOLE = 1_000_000;

/** The fee for such payments: the one of their method, else the one for all methods; null when none is known. */
export function feeFor(
  fees: readonly Fee[],
  { currency, method }: { currency: string | null; method: string | null },
): Fee | null {
  const own = fees.filter((fee) => fee.currency === currency);
  return (
    own.find((fee) => fee.method !== null && fee.method === method) ??
    own.find((fee) => fee.method === null) ??
    null
  );
}

/**
 * What a gateway's fee takes of a segment's payments, as a fraction: the percentage, and the fixed part of a typical
 * amount, which is the average of what was counted, or else the middle of the segment's band. Null when no fee is known,
 * or a fixed part and no amount to compare it with.
 */
export function feeRateIn(
  fees: readonly Fee[],
  segment: SegmentFields,
  averagePaise: bigint | null,
): number | null {
  const fee = feeFor(fees, segment);
  if (fee === null) return null;
  if (fee.fixedPaise === 0n) return fee.rateMillionths / WHOLE;
  const typicalPaise = averagePaise ?? bandMiddle(segment);
  if (typicalPaise === null || typicalPaise === 0n) return null;
  const fixedMillionths = (fee.fixedPaise * BigInt(WHOLE)) / typicalPaise;
  return (fee.rateMillionths + parseInt(fixedMillionths.toString(), 10)) / WHOLE;
}
