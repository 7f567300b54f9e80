import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { csvFile } from "../../export/csv-file";
import { readBulkFile } from "./read-bulk-file";

const utf8 = (text: string) => new TextEncoder().encode(text);

async function read(text: string): Promise<{ line: number; cells: readonly string[] }[]> {
  const records = await readBulkFile(utf8(text));
  if (!records.ok) throw new Error(JSON.stringify(records.error));
  return records.value;
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

it("reads UTF-16 as spreadsheets write it, and refuses what is neither", async () => {
  const utf16 = new Uint8Array(Buffer.from("\ufeffORD-ä\t5", "utf16le"));
  expect(await readBulkFile(utf16)).toEqual({ ok: true, value: [{ line: 1, cells: ["ORD-ä", "5"] }] });
  expect(await readBulkFile(new Uint8Array([0x4f, 0xe4, 0x2c]))).toEqual({
    ok: false,
    error: { kind: "encoding" },
  });
});

it("quotes that do not close are reported by their line", async () => {
  expect(await readBulkFile(utf8('A,1\nB,"open\nC,2'))).toMatchObject({
    ok: false,
    error: { kind: "quotes" },
  });
  expect(await readBulkFile(utf8('A,1\nB"x",2\nC,2'))).toEqual({
    ok: false,
    error: { kind: "quotes", lines: [2] },
  });
});

it("stops at the lines that are told", async () => {
  const read = await readBulkFile(utf8(`A,1\n${'a"\n'.repeat(100)}`));
  expect(read).toEqual({
    ok: false,
    error: { kind: "quotes", lines: Array.from({ length: 20 }, (_, n) => n + 2) },
  });
});

it("reads a thousand columns of a row, and stops at more", async () => {
  expect((await read(`${"a,".repeat(999)}a`))[0]?.cells).toHaveLength(1_000);
  expect(await readBulkFile(utf8(`A,1\n${"a,".repeat(1_000)}a`))).toEqual({
    ok: false,
    error: { kind: "too_many_columns", line: 2, max: 1_000 },
  });
});

it("keeps of a cell more than can be sent, and no half of a character", async () => {
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
      expect(records.value.slice(1).map(({ cells }) => cells[1])).toEqual(texts);
    }),
  );
});

it("never throws, whatever the bytes", async () => {
  const isRead = async (bytes: Uint8Array) => void (await readBulkFile(bytes));
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), isRead));
  await fc.assert(fc.asyncProperty(fc.string({ unit: "binary" }), (text) => isRead(utf8(text))));
});
