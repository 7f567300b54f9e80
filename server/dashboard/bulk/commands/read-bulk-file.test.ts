import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { csvFile } from "../../export/csv-file";
import type { BulkRecord } from "../domain/split-records";
import { readBulkFile } from "./read-bulk-file";

const utf8 = (text: string) => new TextEncoder().encode(text);

async function read(text: string): Promise<BulkRecord[]> {
  const records = await readBulkFile(utf8(text));
  if (!records.ok) throw new Error(JSON.stringify(records.error));
  return records.value.records;
}

it.each([
  ["commas", ","],
  ["semicolons", ";"],
  ["tabs", "\t"],
])(
  "reads %s, with a mark, any line ends, empty lines and quotes, and knows each record's line",
  async (_name, sign) => {
    const text = ["\ufeffreference{}amount\r\n", '"ORD ""1""{}x"{}5.00\r\n', "\r\n", `{}\n`, "ORD-2{}6.00"]
      .join("")
      .replaceAll("{}", sign);
    expect(await read(text)).toEqual([
      { line: 1, cells: ["reference", "amount"] },
      { line: 2, cells: [`ORD "1"${sign}x`, "5.00"] },
      { line: 5, cells: ["ORD-2", "6.00"] },
    ]);
  },
);

it("a record over several lines is reported by its first", async () => {
  expect(await read('A,"two\nlines"\nB,one')).toEqual([
    { line: 1, cells: ["A", "two\nlines"] },
    { line: 3, cells: ["B", "one"] },
  ]);
});

it("the delimiter is what the first line has most of; others stay in the cells", async () => {
  expect((await read("A,5.00,late; sorry\nB,6.00,x"))[0]?.cells).toEqual(["A", "5.00", "late; sorry"]);
  expect((await read("A;499,00\nB;1,00"))[0]?.cells).toEqual(["A", "499,00"]);
});

it("rows of unequal length are kept for the rows' own judgement", async () => {
  expect((await read("A,1\nB\nC,1,2,3")).map((record) => record.cells.length)).toEqual([2, 1, 4]);
});

it("keeps white space that is a part of a reference", async () => {
  expect((await read(" A \u00a0,1"))[0]?.cells).toEqual([" A \u00a0", "1"]);
});

it.each([
  ["UTF-8", Buffer.from("ORD-ä\t5"), false],
  ["UTF-8 with a mark", Buffer.from("\ufeffORD-ä\t5"), false],
  ["UTF-16", Buffer.from("\ufeffORD-ä\t5", "utf16le"), false],
  ["UTF-16, big endian", Buffer.from("\ufeffORD-ä\t5", "utf16le").swap16(), false],
  ["UTF-16 without a mark", Buffer.from("ORD-ä\t5", "utf16le"), false],
  ["UTF-16, big endian, without a mark", Buffer.from("ORD-ä\t5", "utf16le").swap16(), false],
  ["Windows-1252, which is assumed", Buffer.from("ORD-ä\t5", "latin1"), true],
])("reads %s as spreadsheets write it", async (_name, bytes, isAssumed) => {
  expect(await readBulkFile(new Uint8Array(bytes))).toEqual({
    ok: true,
    value: { records: [{ line: 1, cells: ["ORD-ä", "5"] }], isAssumed },
  });
});

it("tells a workbook and what is no text apart from a file that can be read", async () => {
  const fault = async (bytes: number[]) => {
    const read = await readBulkFile(new Uint8Array(bytes));
    return read.ok ? null : read.error.kind;
  };
  expect(await fault([0x50, 0x4b, 3, 4, 0x14, 0])).toBe("workbook");
  expect(await fault([0xd0, 0xcf, 0x11, 0xe0, 0xa1])).toBe("workbook");
  expect(await fault([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x1a])).toBe("encoding");
});

it("a single byte that is not UTF-8 is a fault of its own cell", async () => {
  const bytes = Buffer.concat([Buffer.from("ä,1\nü,2\n"), Buffer.from([0xff]), Buffer.from(",3\nö,4")]);
  expect(await readBulkFile(new Uint8Array(bytes))).toMatchObject({
    ok: true,
    value: { isAssumed: false, records: [{}, {}, { cells: ["\ufffd", "3"] }, { cells: ["ö", "4"] }] },
  });
});

it("a wrong quotation mark breaks its own line only", async () => {
  expect(await read('A,1,"open\nC,2,x')).toMatchObject([
    { line: 1, isBroken: true, cells: ["A", "1", '"open'] },
    { line: 2, cells: ["C", "2", "x"] },
  ]);
  expect((await read('A,1\nB"x",2\nC,2')).map(({ isBroken }) => isBroken)).toEqual([
    undefined,
    true,
    undefined,
  ]);
  expect((await read('A,1\nB,"2" x\n"C",2')).map(({ isBroken }) => isBroken)).toEqual([
    undefined,
    true,
    undefined,
  ]);
});

it("knows spaces before a quotation mark, a kept number, a named delimiter and an inch in copied cells", async () => {
  expect((await read('reference, amount\n"HB-1", "3,400.00" , x'))[1]?.cells).toEqual([
    "HB-1",
    "3,400.00",
    " x",
  ]);
  expect((await read('="0123","=""0456""",=1')).map(({ cells }) => cells)).toEqual([["0123", "0456", "=1"]]);
  expect(await read("sep=,\r\na,b;c;d\r\n")).toEqual([{ line: 2, cells: ["a", "b;c;d"] }]);
  expect((await read('"sep=;"\na;b,c'))[0]?.cells).toEqual(["a", "b,c"]);
  expect((await read('HB-1\t5.00\t5" pipe'))[0]?.cells).toEqual(["HB-1", "5.00", '5" pipe']);
});

it("keeps a thousand cells of a row, and of a cell more than can be sent and no half of a character", async () => {
  expect((await read("a,".repeat(1_500)))[0]?.cells).toHaveLength(1_000);
  const cut = await read(`A,${"x".repeat(1_999)}\u{1f600}y\nB,"${'""'.repeat(2_000)}"`);
  expect(cut.map(({ cells }) => cells[1])).toEqual(["x".repeat(1_999), '"'.repeat(2_000)]);
});

it("nothing, or nothing but empty lines, is empty", async () => {
  for (const text of ["", "\ufeff", "\r\n\r\n", ",,\n,"]) {
    expect(await readBulkFile(utf8(text))).toEqual({ ok: false, error: { kind: "empty" } });
  }
});

it("brings back any table that was written by the rules", async () => {
  const cell = fc
    .string({ unit: "grapheme", maxLength: 8 })
    // An apostrophe at the beginning may be that of an exported formula, which is taken away.
    .filter((text) => !text.includes("\ufeff") && !text.startsWith("'"));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.stringMatching(/^[a-z0-9]{1,8}$/), cell), { minLength: 1, maxLength: 20 }),
      fc.constantFrom(",", ";", "\t"),
      fc.constantFrom("\n", "\r\n"),
      async (rows, delimiter, end) => {
        const text = stringify(
          rows.map(([name, ...rest]) => [name, "1", "1", ...rest]),
          { delimiter, record_delimiter: end as "\n", quoted_string: true },
        );
        expect((await read(text)).map((record) => record.cells)).toEqual(
          rows.map(([name, ...rest]) => [name, "1", "1", ...rest]),
        );
      },
    ),
  );
});

it("takes the apostrophe away that an exported file has before a formula, and no other", async () => {
  const cells = async (text: string) => (await read(text))[0]?.cells;
  expect(await cells("'-ORD-7,'=1,'+1,'@x")).toEqual(["-ORD-7", "=1", "+1", "@x"]);
  expect(await cells(`"'\t=1","'\r=1","'\uff1d1"`)).toEqual(["\t=1", "\r=1", "\uff1d1"]);
  expect(await cells("''-ORD-7,'ORD-7,-ORD-7,','a'-b")).toEqual([
    "'-ORD-7",
    "'ORD-7",
    "-ORD-7",
    "'",
    "'a'-b",
  ]);
});

it("brings back every text of an exported file", async () => {
  const first = fc.constantFrom("", "'", "''", "=", "'=", "''-", "@", "\t", "\r", "'\r", "\uff0d");
  const text = fc.tuple(first, fc.string({ maxLength: 5 })).map(([start, rest]) => `${start}${rest}`);
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
      const columns = [
        { heading: "name", kind: "text", cell: () => "x" },
        { heading: "text", kind: "text", cell: (row: string) => row },
      ] as const;
      const pieces: Uint8Array[] = [];
      async function* rows() {
        for (const one of texts) yield await Promise.resolve(one);
      }
      for await (const piece of csvFile({ name: "t", columns }, rows())) pieces.push(piece);
      const records = await readBulkFile(new Uint8Array(Buffer.concat(pieces)));
      if (!records.ok) throw new Error(records.error.kind);
      expect(records.value.records.slice(1).map(({ cells }) => cells[1])).toEqual(texts);
    }),
  );
});

it("never throws, whatever the bytes", async () => {
  const isRead = async (bytes: Uint8Array) => void (await readBulkFile(bytes));
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), isRead));
  await fc.assert(fc.asyncProperty(fc.string({ unit: "binary" }), (text) => isRead(utf8(text))));
});
