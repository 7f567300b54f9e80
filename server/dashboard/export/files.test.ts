import { parse } from "csv-parse/sync";
import exceljs from "exceljs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPaise } from "@/lib/money";
import { csvFile } from "./csv-file";
import type { ExportTable } from "./export-table";
import { exactFigure, xlsxFile } from "./xlsx-file";

type Row = { id: string; amount: string | null };

const TABLE: ExportTable<Row> = {
  name: "payments",
  columns: [
    { heading: "transaction_id", kind: "text", cell: (row) => row.id },
    { heading: "amount", kind: "amount", cell: (row) => row.amount },
  ],
};

async function* each(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const row of rows) yield await Promise.resolve(row);
}

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function csvOf(rows: readonly Row[]): Promise<{ raw: string; cells: string[][] }> {
  const raw = (await bytesOf(csvFile(TABLE, each(rows)))).toString("utf8");
  return { raw, cells: parse(raw, { bom: true }) };
}

async function sheetOf(bytes: Buffer, name = "payments"): Promise<exceljs.Worksheet> {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load(new Uint8Array(bytes).buffer);
  const sheet = workbook.getWorksheet(name);
  if (sheet === undefined) throw new Error("no sheet");
  return sheet;
}

const FORMULAS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "\nx",
  " =1",
  "\u00a0=1",
  "\u200b=1",
  "\ufeff+1",
  "\u202a-1",
  '=HYPERLINK("http://x","y")',
  "=cmd|' /C calc'!A0",
];
const ODD_TEXTS = [
  'a "quoted" text',
  "a,b;c",
  "line\nbreak",
  "عربي",
  "🙂",
  " lead",
  "00123",
  "1e5",
  "x'y",
  "a=b",
];

describe("CSV", () => {
  it.each(FORMULAS)("makes a text of the formula %j (failure 31)", async (id) => {
    const { raw, cells } = await csvOf([{ id, amount: "1.00" }]);
    expect(cells[1]).toEqual([`'${id}`, "1.00"]);
    expect(raw.split("\r\n").length).toBeGreaterThanOrEqual(2);
    expect(raw).toContain(`"'${id.replaceAll('"', '""')}"`);
  });

  it("brings every other text back as it was", async () => {
    const { cells } = await csvOf(ODD_TEXTS.map((id) => ({ id, amount: null })));
    expect(cells.slice(1).map(([id]) => id)).toEqual(ODD_TEXTS);
  });

  it("begins with a byte order mark and a heading, and quotes every cell", async () => {
    const { raw } = await csvOf([{ id: "TXN1", amount: null }]);
    expect(raw).toBe('\ufeff"transaction_id","amount"\r\n"TXN1",""\r\n');
  });

  it("has the heading alone when there is nothing", async () => {
    expect((await csvOf([])).cells).toEqual([["transaction_id", "amount"]]);
  });

  it("never starts a cell with what a spreadsheet runs, whatever the text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }), async (ids) => {
        const { cells } = await csvOf(ids.map((id) => ({ id, amount: null })));
        for (const [id = ""] of cells.slice(1)) expect(id).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  it("leaves no row out at the edges of its batches", async () => {
    for (const count of [199, 200, 201, 400, 1_001]) {
      const rows = Array.from({ length: count }, (_, index) => ({ id: `TXN${index}`, amount: null }));
      expect((await csvOf(rows)).cells.slice(1).map(([id]) => id)).toEqual(rows.map(({ id }) => id));
    }
  });
});

describe("XLSX", () => {
  it("holds texts as texts and no formula, whatever they begin with (failure 31)", async () => {
    const texts = [...FORMULAS.filter((text) => !text.includes("\r")), ...ODD_TEXTS];
    const sheet = await sheetOf(
      await bytesOf(xlsxFile(TABLE, each(texts.map((id) => ({ id, amount: null }))))),
    );
    const cells = texts.map((_, index) => sheet.getCell(index + 2, 1));
    expect(cells.map((cell) => cell.value)).toEqual(texts);
    expect(new Set(cells.map((cell) => cell.type))).toEqual(new Set([exceljs.ValueType.String]));
    expect(new Set(cells.map((cell) => cell.numFmt))).toEqual(new Set(["@"]));
  });

  it("opens whatever is stored, and a second sheet says what was replaced or cut", async () => {
    const long = `x${"🙂".repeat(20_000)}`;
    const rows = ["a\ufffeb", "\uffff\u0001", long, "whole"].map((id) => ({ id, amount: null }));
    const bytes = await bytesOf(xlsxFile(TABLE, each(rows)));
    const sheet = await sheetOf(bytes);
    const cells = rows.map((_, index) => sheet.getCell(index + 2, 1).text);
    expect([cells[0], cells[1], cells[3]]).toEqual(["a\ufffdb", "\ufffd\ufffd", "whole"]);
    expect(cells[2]).toHaveLength(32_766);
    expect(cells[2]).toMatch(/^x(🙂)+… \[cut: 40001 characters\]$/u);

    const changed = await sheetOf(bytes, "changed_cells");
    expect([2, 3, 4].map((at) => (changed.getRow(at).values as unknown[]).slice(1))).toEqual([
      [2, "transaction_id", "U+FFFE replaced by U+FFFD"],
      [3, "transaction_id", "U+FFFF replaced by U+FFFD; U+0001 replaced by U+FFFD"],
      [4, "transaction_id", "cut: 40001 characters, at most 32767 fit"],
    ]);
    expect(changed.rowCount).toBe(4);
  });

  it("has no second sheet when every cell is as it is stored", async () => {
    const bytes = await bytesOf(xlsxFile(TABLE, each([{ id: "x".repeat(32_767), amount: null }])));
    expect((await sheetOf(bytes)).getCell(2, 1).value).toBe("x".repeat(32_767));
    await expect(sheetOf(bytes, "changed_cells")).rejects.toThrow("no sheet");
  });

  it("holds amounts as exact figures with two decimals", async () => {
    const amounts = ["0.01", "1499.00", "9999999999999.99"];
    const sheet = await sheetOf(
      await bytesOf(xlsxFile(TABLE, each(amounts.map((amount) => ({ id: "TXN", amount }))))),
    );
    expect(amounts.map((_, index) => sheet.getCell(index + 2, 2).value)).toEqual([
      0.01, 1499, 9999999999999.99,
    ]);
    expect(sheet.getCell(2, 2).numFmt).toBe("0.00");
  });

  it("holds every row of a long list in its order", async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ id: `TXN${index}`, amount: "1.00" }));
    const sheet = await sheetOf(await bytesOf(xlsxFile(TABLE, each(rows))));
    expect(sheet.rowCount).toBe(5_001);
    expect(sheet.getCell(5_001, 1).value).toBe("TXN4999");
  });

  it("cannot be read as a file when its rows break off", async () => {
    async function* broken(): AsyncGenerator<Row> {
      for (let index = 0; index < 1_000; index += 1)
        yield await Promise.resolve({ id: `TXN${index}`, amount: null });
      throw new Error("the service went away");
    }
    const pieces: Uint8Array[] = [];
    const read = async (): Promise<void> => {
      for await (const piece of xlsxFile(TABLE, broken())) pieces.push(piece);
    };
    await expect(read()).rejects.toThrow("the service went away");
    await expect(sheetOf(Buffer.concat(pieces))).rejects.toThrow();
  });

  it("reads rows only as fast as the client reads the file", async () => {
    let asked = 0;
    let isEnded = false;
    async function* endless(): AsyncGenerator<Row> {
      try {
        for (;;) {
          asked += 1;
          // Compresses badly, so that the pipe fills soon.
          yield await Promise.resolve({ id: crypto.randomUUID() + crypto.randomUUID(), amount: null });
        }
      } finally {
        isEnded = true;
      }
    }
    const file = xlsxFile(TABLE, endless());
    for (let pieces = 0; pieces < 3; pieces += 1) await file.next();
    let before = -1;
    while (before !== asked) {
      before = asked;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(asked).toBeLessThan(50_000);
    await file.return(undefined);
    expect(isEnded).toBe(true);
  });
});

it("every amount becomes the very figure that it says (decision 0025)", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (paise) => {
      const text = formatPaise(paise);
      expect(exactFigure(text)).toBeTypeOf("number");
      expect((exactFigure(text) as number).toFixed(2)).toBe(text);
    }),
  );
  expect(exactFigure("99999999999999.00")).toBe("99999999999999.00");
});
