import fc from "fast-check";
import { expect, it } from "vitest";
import { BULK_COLUMNS, BULK_KINDS, type BulkKind, MAX_BULK_ROWS } from "@/lib/bulk";
import { formatPaise } from "@/lib/money";
import { findLayout } from "./bulk-layout";
import { type BulkReasonRules, type BulkTableRow, readBulkTable } from "./bulk-table";
import type { BulkRecord } from "./split-records";

const records = (...rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }));

const readTable = (kind: BulkKind, all: BulkRecord[], rules?: BulkReasonRules) =>
  atOnce(readBulkTable(kind, all, findLayout(kind, all).layout, rules));

function atOnce<T>(steps: Iterator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function rowsOf(kind: BulkKind, ...rows: string[][]): BulkTableRow[] {
  const table = readTable(kind, records(...rows));
  if (!table.ok) throw new Error(JSON.stringify(table.error));
  return table.value.rows;
}

const AS_TEMPLATE = {
  headingLine: null,
  columns: { reference: 0, amount: 1, reason: 2, transaction_id: 3 },
  decimalSign: ".",
} as const;

function faultsOf(...cells: string[]) {
  const table = atOnce(readBulkTable("refund", records(cells), AS_TEMPLATE));
  return table.ok ? table.value.rows[0]?.faults : null;
}

it("reads columns by their names in any order and by their place without names", () => {
  const row = { reference: "ORD-1", transactionId: "TXN1", amountPaise: 12_050n, reason: "Late", faults: [] };
  expect(rowsOf("refund", ["ORD-1", "120.5", "Late", "TXN1"])).toMatchObject([{ ...row, line: 1 }]);
  expect(
    rowsOf(
      "refund",
      ["Refund amount", "Colour", "transaction_id", "Merchant Reference", "reason"],
      ["120.50", "red", " TXN1 ", "ORD-1", " Late "],
    ),
  ).toMatchObject([{ ...row, line: 2 }]);
});

it("gives refunds without a reason the one for all of them, and keeps what a row names", () => {
  const late = { code: "late", name: "Late delivery", nameHi: null, needsText: false };
  const rules = { reasons: [late], isReasonRequired: true, reasonOfRows: "late: two weeks" };
  const rows = records(["ORD-1", "1.00", " "], ["ORD-2", "1.00", "late"], ["ORD-3", "1.00"]);
  expect(readTable("refund", rows, rules)).toMatchObject({
    ok: true,
    value: {
      rows: [
        { reason: "Late delivery: two weeks", reasonCode: "late", faults: [] },
        { reason: "Late delivery", reasonCode: "late", faults: [] },
        { reason: "Late delivery: two weeks", reasonCode: "late", faults: [] },
      ],
    },
  });
  const unknown = readTable("refund", rows, { ...rules, reasonOfRows: "early" });
  expect(unknown).toMatchObject({
    ok: true,
    value: { rows: [{ faults: [{ kind: "unknown_reason" }] }, { faults: [] }, { faults: [{}] }] },
  });
  expect(readTable("cancel", records(["ORD-1"]), rules)).toMatchObject({
    ok: true,
    value: { rows: [{ reason: null, faults: [] }] },
  });
});

it("tells which columns it does not use", () => {
  expect(readTable("lookup", records(["reference", "colour", ""], ["ORD-1", "red", ""]))).toMatchObject({
    ok: true,
    value: { ignoredColumns: ["colour"] },
  });
});

it("tells every fault of a row, not only the first", () => {
  expect(
    rowsOf("refund", [...BULK_COLUMNS.refund], [" ", "1e3", "x".repeat(501), "TXN|1", "more"])[0]?.faults,
  ).toEqual([
    { kind: "too_many_cells", expected: 4, found: 5 },
    { kind: "empty", column: "reference" },
    { kind: "bad_character", column: "transaction_id" },
    { kind: "bad_amount" },
    { kind: "too_long", column: "reason", max: 500 },
  ]);
});

it.each(["1e3", "NaN", "0.001", "-1", "1,4990", "1,50", "٥", "99999999999999"])(
  "%s is no amount (failure 11)",
  (amount) => {
    expect(faultsOf("ORD-1", amount)).toEqual([{ kind: "bad_amount" }]);
  },
);

it.each([
  ["1971.5", 197_150n],
  ["1,971.50", 197_150n],
  ["₹1,97,150.00", 19_715_000n],
])("%s is read as in the refund form", (amount, paise) => {
  expect(readTable("refund", records(["ORD-1", amount]))).toMatchObject({
    ok: true,
    value: { rows: [{ amountPaise: paise, amountText: amount, faults: [] }] },
  });
});

it("an amount is needed and more than nothing", () => {
  expect(faultsOf("ORD-1")).toEqual([{ kind: "empty", column: "amount" }]);
  expect(faultsOf("ORD-1", "0.00")).toEqual([{ kind: "zero_amount" }]);
});

it("references are counted in code points and may hold no sign that is hashed or cannot be stored (failures 13 to 16)", () => {
  const emoji = "🙂".repeat(255);
  expect(faultsOf(emoji, "1")).toEqual([]);
  expect(faultsOf(`${emoji}x`, "1")).toEqual([{ kind: "too_long", column: "reference", max: 255 }]);
  for (const reference of ["a|b", "a\0b", "a\ud800b"]) {
    expect(faultsOf(reference, "1")).toEqual([{ kind: "bad_character", column: "reference" }]);
  }
});

it("a reference is read exactly as written (decision 0024, failure 14)", () => {
  const references = [" ORD-1", "ORD-1", "\u00e9", "e\u0301", "a\u00a0b"];
  const rows = rowsOf("lookup", ...references.map((reference) => [reference]));
  expect(rows.map((row) => row.reference)).toEqual(references);
  expect(rows.flatMap((row) => row.faults)).toEqual([]);
});

it("of equal rows the first stays and the others name its line; another reason makes another refund", () => {
  const rows = rowsOf("refund", ["A", "5.00"], ["A", "5"], ["A", "5.00", "second box"], ["A", "6"]);
  expect(rows.map((row) => row.faults)).toEqual([[], [{ kind: "same_as_line", line: 1 }], [], []]);
});

it("a file without rows, or with too many, is refused whole", () => {
  expect(readTable("lookup", records(["reference"]))).toEqual({ ok: false, error: { kind: "empty" } });
  const many = Array.from({ length: MAX_BULK_ROWS + 1 }, (_, index) => ({
    line: index + 1,
    cells: [`ORD-${index}`],
  }));
  expect(readTable("lookup", many)).toEqual({
    ok: false,
    error: { kind: "too_many_rows", max: MAX_BULK_ROWS },
  });
  expect(readTable("lookup", many.slice(1))).toMatchObject({ ok: true });
});

it("never throws and keeps every row, whatever the cells; what it keeps can be stored", () => {
  const cell = fc.string({ unit: "binary", maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...BULK_KINDS), fc.array(fc.array(cell, { maxLength: 6 })), (kind, cells) => {
      const all = records(...cells);
      const table = readTable(kind, all);
      if (!table.ok) return;
      const { headingLine } = findLayout(kind, all).layout;
      expect(table.value.rows).toHaveLength(cells.length - (headingLine ?? 0));
      for (const row of table.value.rows) {
        for (const text of [row.reference, row.transactionId, row.amountText, row.reason]) {
          expect(text ?? "").not.toMatch(/\0|\p{Surrogate}/u);
        }
        if (kind === "refund" && row.faults.length === 0) expect(row.amountPaise).not.toBeNull();
      }
    }),
  );
});

it("reads back every sound refund whatever the order of its columns", () => {
  const sound = fc.record({
    reference: fc
      .string({ minLength: 1, maxLength: 40 })
      .filter((text) => text.trim() !== "" && !/[|]/.test(text)),
    paise: fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
    order: fc.shuffledSubarray([...BULK_COLUMNS.refund], { minLength: 4 }),
  });
  fc.assert(
    fc.property(sound, ({ reference, paise, order }) => {
      const values = { reference, amount: formatPaise(paise), reason: "r", transaction_id: "T" };
      const [row] = rowsOf(
        "refund",
        [...order],
        order.map((column) => values[column]),
      );
      expect(row).toMatchObject({
        reference,
        amountPaise: paise,
        reason: "r",
        transactionId: "T",
        faults: [],
      });
    }),
  );
});
