import { afterAll, beforeAll, expect, it } from "vitest";
import type { BulkKind, BulkLayout } from "@/lib/bulk";
import type { Ctx } from "../../context";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { createBulkRun } from "./create-bulk-run";

let h: Harness;
let bulk: BulkDriver;
let people: Record<"finance" | "admin", Ctx>;

beforeAll(async () => {
  h = await startHarness();
  bulk = new BulkDriver(h);
  people = { finance: await h.ctxOf("finance"), admin: await h.ctxOf("admin") };
});
afterAll(() => h.stop());

const FILE = "Order number,Order total,To give back\r\nHB-1005,500.00,20.00\r\nHB-1006,500.00,30.00\r\n";
const CHOSEN: BulkLayout = { headingLine: 1, columns: { reference: 0, amount: 2 }, decimalSign: "." };

type Upload = { layout?: unknown; kind?: BulkKind; as?: "finance" | "admin" };

async function upload(text: string, { layout = null, kind = "refund", as = "finance" }: Upload = {}) {
  return createBulkRun(people[as], {
    kind,
    fileName: "f.csv",
    bytes: new TextEncoder().encode(text),
    layout,
  });
}

async function runs(): Promise<number> {
  const { rows } = await h.services.pool.query<{ n: number }>("select count(*)::int as n from bulk_runs");
  return rows[0]?.n ?? -1;
}

it("a file with unknown headings stores nothing, and shows what it has and what would be proposed", async () => {
  const before = await runs();
  expect(await upload(FILE)).toEqual({
    kind: "choose_columns",
    preview: {
      records: [
        { line: 1, cells: ["Order number", "Order total", "To give back"] },
        { line: 2, cells: ["HB-1005", "500.00", "20.00"] },
        { line: 3, cells: ["HB-1006", "500.00", "30.00"] },
      ],
      recordCount: 3,
      layout: { headingLine: 1, columns: { reference: 0 }, decimalSign: "." },
      isRemembered: false,
      isAssumed: false,
    },
  });
  expect(await runs()).toBe(before);
});

it("the chosen columns are read, and proposed again to the same person for files with the same headings", async () => {
  const created = await upload(FILE, { layout: CHOSEN });
  if (created.kind !== "created") throw new Error(created.kind);
  const rows = await bulk.rows(people.finance, created.runId);
  expect(rows.map(({ reference, amount }) => [reference, amount])).toEqual([
    ["HB-1005", "20.00"],
    ["HB-1006", "30.00"],
  ]);

  const next = `Export of today\n\n${FILE.replace("Order number", " ORDER  number")}`;
  const remembered = { isRemembered: true, layout: { ...CHOSEN, headingLine: 3 } };
  expect(await upload(next)).toMatchObject({ kind: "choose_columns", preview: remembered });
  for (const other of [await upload(next, { as: "admin" }), await upload(FILE, { kind: "cancel" })]) {
    expect(other).toMatchObject({ kind: "choose_columns", preview: { isRemembered: false } });
  }
  const changed = { ...CHOSEN, columns: { reference: 0, amount: 1 } };
  expect(await upload(FILE, { layout: changed })).toMatchObject({ kind: "created" });
  expect(await upload(FILE)).toMatchObject({ preview: { layout: changed } });
});

it.each([
  ["no amount", { ...CHOSEN, columns: { reference: 0 } }],
  ["two meanings of a column", { ...CHOSEN, columns: { reference: 0, amount: 0 } }],
  ["a heading that is not shown", { ...CHOSEN, headingLine: 30 }],
  ["a column of another kind", { ...CHOSEN, columns: { reference: 0, amount: 2, colour: 1 } }],
  ["a negative column", { ...CHOSEN, columns: { reference: 0, amount: -1 } }],
  ["no layout at all", "reference,amount"],
])("a choice with %s is refused, and nothing is stored", async (_name, layout) => {
  const before = await runs();
  expect(await upload(FILE, { layout })).toEqual({ kind: "invalid" });
  expect(await runs()).toBe(before);
});

it("remembers the fifty newest choices of a person", async () => {
  for (let index = 0; index < 55; index += 1) {
    h.clock.advance(1_000);
    await upload(FILE.replace("Order total", `Total ${index}`), { layout: CHOSEN });
  }
  const of = (index: number) => upload(FILE.replace("Order total", `Total ${index}`));
  expect(await of(54)).toMatchObject({ preview: { isRemembered: true } });
  expect(await of(2)).toMatchObject({ preview: { isRemembered: false } });
});
