import { expect, test } from "vitest";
import * as model from "./model";

const REFERENCE = (): model.Reference => ({ name: "R", records: [] });

test("a payment is created once, paid once, and refunded to the paisa", () => {
  const reference = REFERENCE();
  expect(model.create(reference, 10_000n)).toEqual({ kind: "created", hasLink: true });
  expect(model.create(reference, 10_000n)).toMatchObject({ kind: "refused", status: 400 });
  model.choose(reference, "success");
  model.choose(reference, "failure");
  const record = model.latest(reference);
  if (record === undefined) throw new Error("it was created");
  expect(record.status).toBe("SUCCESS");
  expect(model.evaluateRefund(record, 4_000n)).toEqual({ kind: "accepted" });
  model.keepRefund(record, "RFD1", 4_000n);
  model.keepRefund(record, "RFD2", 5_091n);
  expect(model.left(record)).toBe(6_000n);
  expect(model.evaluateRefund(record, 6_001n)).toEqual({
    kind: "refused",
    status: 400,
    message: "Refund amount exceeds refundable balance. Remaining refundable: 60.00",
  });
});

test("a reference without a link may be created again; a retry makes a new record", () => {
  const reference = REFERENCE();
  expect(model.create(reference, 10_094n)).toEqual({ kind: "created", hasLink: false });
  expect(model.create(reference, 10_000n)).toEqual({ kind: "created", hasLink: true });
  model.choose(reference, "retry");
  expect(reference.records).toHaveLength(2);
  model.choose(reference, "drop");
  model.choose(reference, "retry");
  expect(model.list(reference).map(({ status }) => status)).toEqual(["INITIATED", "DROP", "FAILURE"]);
});

test("answers to two refunds at once fit an order, or none", () => {
  const record: model.RecordModel = {
    id: "TXN1",
    amountPaise: 10_000n,
    status: "SUCCESS",
    hasLink: true,
    refunds: [],
  };
  const refusal = (left: string): model.Expected => ({
    kind: "refused",
    status: 400,
    message: `Refund amount exceeds refundable balance. Remaining refundable: ${left}`,
  });
  const accepted = { kind: "accepted" } as const;
  const amounts = [7_000n, 6_000n] as const;
  expect(model.orderOf(record, amounts, [accepted, refusal("30.00")])).toEqual([0, 1]);
  expect(model.orderOf(record, amounts, [refusal("40.00"), accepted])).toEqual([1, 0]);
  expect(model.orderOf(record, amounts, [accepted, accepted])).toBeNull();
  expect(model.orderOf(record, amounts, [accepted, refusal("100.00")])).toBeNull();
  expect(model.orderOf(record, amounts, [refusal("30.00"), refusal("40.00")])).toBeNull();
});
