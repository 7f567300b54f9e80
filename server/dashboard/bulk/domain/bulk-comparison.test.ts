import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LikelyDuplicate } from "@/lib/bulk";
import { compareRows, type ComparedRow, isNews, type Reservation } from "./bulk-comparison";

const row = (rowId: string, fields: Partial<ComparedRow> = {}): ComparedRow => ({
  rowId,
  line: Number.parseInt(rowId, 10),
  transactionId: "T",
  amountPaise: 1_000n,
  currency: "INR",
  reason: "a",
  reasonCode: null,
  leftPaise: 10_000n,
  state: "ready",
  faults: [],
  isConfirmed: false,
  acceptsRequest: null,
  ...fields,
});

const NOTHING = { duplicates: new Map(), reservations: [], limit: null, personId: "me", missingReason: null };
const before = {
  kind: "refunded_before",
  intentId: "i",
  refundId: "R",
  by: "Fin",
  at: "t",
  paidLate: null,
} satisfies LikelyDuplicate;
const later: LikelyDuplicate = { kind: "request_waits", approvalId: "p", by: "Fin", at: "t" };
const repeats = (...faults: LikelyDuplicate[]) => ({ ...NOTHING, duplicates: new Map([["1", faults]]) });

it("a copy of a row above is a problem, whatever was confirmed of it", () => {
  const copy = row("2", { isConfirmed: true, faults: [{ kind: "same_payment_as_line", line: 1 }] });
  expect(compareRows([row("1"), copy], NOTHING)).toMatchObject([
    { state: "ready", faults: [] },
    { state: "problem", faults: [{ kind: "same_as_line", line: 1 }], isConfirmed: false },
  ]);
});

it.each(["a ", "A", " a", "\u00a0a\u3000", "ａ"])("the reason %j is the reason a", (reason) => {
  expect(compareRows([row("1"), row("2", { reason })], NOTHING)[1]).toMatchObject({ state: "problem" });
});

it.each([
  ["payment", { transactionId: "U" }],
  ["amount", { amountPaise: 1_001n }],
])("another %s makes another refund", (_name, fields) => {
  expect(compareRows([row("1"), row("2", fields)], NOTHING)[1]).toMatchObject({ state: "ready", faults: [] });
});

describe("a likely duplicate", () => {
  it("is ready as soon as a person has seen everything that speaks against it", () => {
    expect(compareRows([row("1")], repeats(before))).toMatchObject([{ state: "likely_duplicate" }]);
    const seen = row("1", { isConfirmed: true, faults: [before] });
    expect(compareRows([seen], repeats({ ...before, by: "Fin B." }))).toMatchObject([
      { state: "ready", isConfirmed: true },
    ]);
    expect(compareRows([seen], repeats(before, later))).toMatchObject([
      { state: "likely_duplicate", faults: [before, later], isConfirmed: false },
    ]);
    expect(compareRows([seen], NOTHING)).toMatchObject([{ state: "ready", faults: [], isConfirmed: false }]);
  });

  it("that does not fit into the balance is a problem instead", () => {
    const rows = [row("1", { amountPaise: 6_000n }), row("2", { amountPaise: 6_000n, reason: "b" })];
    expect(compareRows(rows, NOTHING)[1]).toMatchObject({
      state: "problem",
      faults: [{ kind: "exceeds_above", left: "40.00" }],
    });
  });
});

it("a row is news when its state or what is said of it changes, in whatever order it is kept", () => {
  const [verdict] = compareRows([row("1")], repeats(before));
  if (verdict === undefined) throw new Error("no verdict");
  expect(isNews(row("1"), verdict)).toBe(true);
  const kept = Object.fromEntries(Object.entries(before).reverse()) as LikelyDuplicate;
  expect(isNews(row("1", { state: "likely_duplicate", faults: [kept] }), verdict)).toBe(false);
  expect(isNews(row("1", { state: "likely_duplicate", faults: [later] }), verdict)).toBe(true);
});

it("says who holds an amount only where the row would fit without it", () => {
  const held: Reservation = { transactionId: "T", amountPaise: 9_500n, runId: "r", approvalId: null };
  const around = { ...NOTHING, reservations: [held] };
  expect(compareRows([row("1")], around)).toMatchObject([
    { faults: [{ kind: "reserved", left: "5.00", reserved: "95.00", runId: "r" }] },
  ]);
  const rows = [row("1", { amountPaise: 400n }), row("2", { amountPaise: 9_700n })];
  expect(compareRows(rows, around)[1]).toMatchObject({ faults: [{ kind: "exceeds_above", left: "1.00" }] });
});

it("says whose role refunds less than a row, after the rows above, and a smaller row may still fit", () => {
  const limit = { by: "Asha", leftPaise: new Map([["T", 1_500n]]) };
  const rows = [
    row("1", { amountPaise: 1_501n }),
    row("2", { amountPaise: 1_000n }),
    row("3", { amountPaise: 501n }),
    row("4", { amountPaise: 500n }),
    row("5", { amountPaise: 9_000n, transactionId: "U" }),
  ];
  const above = (left: string) => ({
    state: "problem",
    faults: [{ kind: "above_limit", left, currency: "INR", by: "Asha" }],
  });
  expect(compareRows(rows, { ...NOTHING, limit })).toMatchObject([
    above("15.00"),
    { state: "ready" },
    above("5.00"),
    { state: "ready" },
    { state: "ready" },
  ]);
});

it("no payment and amount is ready twice without a confirmation, and nothing ready exceeds a balance (failure 12)", () => {
  const rows = fc.array(
    fc.record({
      transactionId: fc.constantFrom("T", "U"),
      amountPaise: fc.bigInt({ min: 1n, max: 4n }),
      reason: fc.constantFrom("a", "A ", "b", null),
      isConfirmed: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(rows, fc.bigInt({ min: 0n, max: 5n }), (given, heldPaise) => {
      const named = given.map((one, index) => row(String(index), { ...one, leftPaise: 10n }));
      const reservations = [{ transactionId: "T", amountPaise: heldPaise, runId: "r", approvalId: null }];
      const verdicts = compareRows(named, { ...NOTHING, reservations });
      const ready = named.filter((_, index) => verdicts[index]?.state === "ready");
      const alone = ready.filter(({ rowId }) => !verdicts.find((one) => one.rowId === rowId)?.isConfirmed);
      const actions = alone.map((one) => `${one.transactionId} ${one.amountPaise}`);
      expect(new Set(actions).size).toBe(actions.length);
      for (const [transactionId, limit] of [["T", 10n - heldPaise] as const, ["U", 10n] as const]) {
        const drawn = ready
          .filter((one) => one.transactionId === transactionId)
          .reduce((sum, one) => sum + one.amountPaise, 0n);
        expect(drawn <= limit).toBe(true);
      }
    }),
  );
});
