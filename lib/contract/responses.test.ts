import { describe, expect, it } from "vitest";
import { refundRecordSchema, timestampText } from "./responses";

const refund = {
  refund_id: "RFD1",
  transaction_id: "TXN1",
  merchant_transaction_id: "ORD-1",
  refund_amount: "10.00",
  refund_status: "PROCESSING",
  refund_requested_at: "2026-03-01T10:00:00Z",
};

describe("a time", () => {
  it.each([
    ["2026-03-01T10:00:00", "2026-03-01T10:00:00Z"],
    ["2026-03-01 10:00:00.123", "2026-03-01T10:00:00.123Z"],
    ["2026-03-01T10:00:00+05:30", "2026-03-01T10:00:00+05:30"],
    ["2026-03-01T10:00:00.000Z", "2026-03-01T10:00:00.000Z"],
  ])("%s is %s: without a zone it is UTC", (text, read) => {
    expect(timestampText.parse(text)).toBe(read);
  });

  it("that is none is refused", () => {
    expect(timestampText.safeParse("yesterday").success).toBe(false);
  });
});

describe("a refund that is not over", () => {
  it.each([{}, { refund_completed_at: null }])("may be without its end: %o", (end) => {
    expect(refundRecordSchema.parse({ ...refund, ...end }).refund_completed_at).toBeNull();
  });
});
