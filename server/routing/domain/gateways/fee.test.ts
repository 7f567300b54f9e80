import { describe, expect, test } from "vitest";
import { ALL_PAYMENTS, readSegment } from "../success-rate/segment";
import { type Fee, feeFor, feeRateIn } from "./fee";

const fee = (fields: Partial<Fee>): Fee => ({
  currency: "INR",
  method: null,
  fixedPaise: 0n,
  rateMillionths: 20_000,
  ...fields,
});
const FEES = [
  fee({}),
  fee({ method: "UPI", rateMillionths: 0, fixedPaise: 150n }),
  fee({ currency: "USD", rateMillionths: 29_000, fixedPaise: 30n }),
];

describe("the fee of a payment", () => {
  test("is that of its method, else the one for all methods of its currency, else unknown", () => {
    expect(feeFor(FEES, { currency: "INR", method: "UPI" })).toBe(FEES[1]);
    expect(feeFor(FEES, { currency: "INR", method: "CC" })).toBe(FEES[0]);
    expect(feeFor(FEES, { currency: "INR", method: null })).toBe(FEES[0]);
    expect(feeFor(FEES, { currency: "USD", method: "UPI" })).toBe(FEES[2]);
    expect(feeFor(FEES, { currency: "EUR", method: "UPI" })).toBeNull();
    expect(feeFor([fee({ method: "CC" })], { currency: "INR", method: "UPI" })).toBeNull();
  });
});

describe("what a fee takes of a segment's amounts", () => {
  const upi = readSegment("currency=INR&method=UPI&band=1");
  const dollars = readSegment("currency=USD&method=CC");

  test("the percentage, and the fixed part of the average amount", () => {
    expect(feeRateIn(FEES, upi, 30_000n)).toBe(0.005);
    expect(feeRateIn(FEES, dollars, 6_000n)).toBe(0.034);
  });

  test("without an average: of the middle of the amount band, 316 for 100 to 1,000", () => {
    expect(feeRateIn(FEES, upi, null)).toBeCloseTo(1.5 / 316.2, 5);
    expect(feeRateIn(FEES, readSegment("currency=INR&method=UPI&band=0"), null)).toBeCloseTo(1.5 / 31.62, 5);
    expect(feeRateIn(FEES, readSegment("currency=INR&method=UPI&band=4"), null)).toBe(0.000_004);
  });

  test("unknown without a fee, or without an amount that a fixed part could be compared with", () => {
    expect(feeRateIn(FEES, dollars, null)).toBeNull();
    expect(feeRateIn(FEES, readSegment(ALL_PAYMENTS), 30_000n)).toBeNull();
    expect(feeRateIn([], upi, 30_000n)).toBeNull();
    expect(feeRateIn(FEES, readSegment("currency=INR&method=CC"), null)).toBe(0.02);
  });
});
