import fc from "fast-check";
import { expect, it } from "vitest";
import { overdrawnRows } from "./bulk-overdraw";

const row = (rowId: string, amountPaise: bigint, leftPaise = 10_000n, transactionId = "T") => ({
  rowId,
  transactionId,
  amountPaise,
  leftPaise,
  draws: true,
});

it("rows on one payment add up; what does not fit reports what was left for it, and smaller ones may still fit", () => {
  expect(overdrawnRows([row("a", 6_000n), row("b", 6_000n), row("c", 4_000n), row("d", 1n)])).toEqual([
    { rowId: "b", leftPaise: 4_000n, of: "balance" },
    { rowId: "d", leftPaise: 0n, of: "balance" },
  ]);
});

it("each payment has its own balance, and the lowest that was seen counts", () => {
  expect(overdrawnRows([row("a", 9_000n), row("b", 9_000n, 10_000n, "U"), row("c", 500n, 9_400n)])).toEqual([
    { rowId: "c", leftPaise: 400n, of: "balance" },
  ]);
});

it("a row that is left out takes nothing from those below it", () => {
  const leftOut = { ...row("a", 6_000n), draws: false };
  expect(overdrawnRows([leftOut, row("b", 10_000n), { ...row("c", 1n), draws: false }])).toEqual([
    { rowId: "c", leftPaise: 0n, of: "balance" },
  ]);
});

it("what others have reserved of a payment is not left", () => {
  const reserved = new Map([
    ["T", 4_000n],
    ["U", 20_000n],
  ]);
  expect(overdrawnRows([row("a", 6_000n), row("b", 1n), row("c", 1n, 10_000n, "U")], { reserved })).toEqual([
    { rowId: "b", leftPaise: 0n, of: "balance" },
    { rowId: "c", leftPaise: 0n, of: "balance" },
  ]);
});

it("what a row releases is left for it and for the rows below it, if it fits itself", () => {
  const reserved = new Map([["T", 12_000n]]);
  const released = new Map([["b", 12_000n]]);
  const rows = [row("a", 1n), row("b", 6_000n), row("c", 4_001n), row("d", 4_000n)];
  expect(overdrawnRows(rows, { reserved, released })).toEqual([
    { rowId: "a", leftPaise: 0n, of: "balance" },
    { rowId: "c", leftPaise: 4_000n, of: "balance" },
  ]);
  const tooMuch = [row("b", 10_001n), row("c", 1n)];
  expect(overdrawnRows(tooMuch, { reserved, released })).toEqual([
    { rowId: "b", leftPaise: 10_000n, of: "balance" },
    { rowId: "c", leftPaise: 0n, of: "balance" },
  ]);
});

it("what exceeds both is reported as more than the balance, and what is left out uses no limit", () => {
  const limit = new Map([["T", 5_000n]]);
  const leftOut = { ...row("a", 4_000n), draws: false };
  expect(overdrawnRows([leftOut, row("b", 20_000n), row("c", 5_001n), row("d", 5_000n)], { limit })).toEqual([
    { rowId: "b", leftPaise: 10_000n, of: "balance" },
    { rowId: "c", leftPaise: 5_000n, of: "limit" },
  ]);
});

it("what is let through never exceeds any payment's balance (failure 12)", () => {
  const rows = fc.array(
    fc.record({
      transactionId: fc.constantFrom("T", "U"),
      amountPaise: fc.bigInt({ min: 1n, max: 500n }),
      leftPaise: fc.bigInt({ min: 0n, max: 1_000n }),
    }),
  );
  fc.assert(
    fc.property(rows, (given) => {
      const named = given.map((one, index) => ({ ...one, rowId: String(index), draws: true }));
      const out = new Set(overdrawnRows(named).map(({ rowId }) => rowId));
      for (const transactionId of ["T", "U"]) {
        const own = named.filter((one) => one.transactionId === transactionId);
        const drawn = own
          .filter((one) => !out.has(one.rowId))
          .reduce((sum, one) => sum + one.amountPaise, 0n);
        for (const { leftPaise } of own) expect(drawn <= leftPaise).toBe(true);
      }
    }),
  );
});
