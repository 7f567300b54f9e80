import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import { type ColumnChange, defaultLayout } from "@/lib/lists/list-columns";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "../../testing/harness";
import { readColumns } from "../queries/read-columns";
import { chooseColumns } from "./choose-columns";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("support");
});
afterAll(() => harness.stop());

const width = (id: string, px: number): ColumnChange => ({
  list: "payments",
  change: "width",
  id,
  width: px,
});

it("each person has columns of their own for each list, wherever they sign in", async () => {
  const columns = [{ id: "reference" }, { id: "udf1", width: 120 }, { id: "amount" }].map((column) => ({
    width: null,
    ...column,
  }));
  expect(await chooseColumns(ctx, { list: "payments", change: "all", columns })).toEqual({ kind: "done" });
  const elsewhere = await harness.ctxOf("support", { ...ctx.actor, sessionId: "another" });
  expect(await readColumns(elsewhere, "payments")).toEqual(columns);
  expect(await readColumns(ctx, "refunds")).toBeNull();
  expect(await readColumns(await harness.ctxOf("support"), "payments")).toBeNull();
});

it("goes back to the default", async () => {
  await chooseColumns(ctx, width("status", 200));
  expect(await chooseColumns(ctx, { list: "payments", change: "reset" })).toEqual({ kind: "done" });
  expect(await readColumns(ctx, "payments")).toBeNull();
});

it("two widths that change at once are both stored", async () => {
  const ids = ["status", "created", "customer", "amount"];
  await Promise.all(ids.map((id) => chooseColumns(ctx, width(id, 211))));
  expect(await readColumns(ctx, "payments")).toEqual(
    defaultLayout("payments").map(({ id }) => ({ id, width: ids.includes(id) ? 211 : null })),
  );
});

it.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "width"],
  ["another list", { list: "people", change: "reset" }],
  ["no column", { list: "payments", change: "all", columns: [{ id: "evil" }] }],
  ["no list of columns", { list: "payments", change: "all", columns: "x" }],
  ["an unknown column", { list: "payments", change: "width", id: "toString", width: 100 }],
  ["no width", { list: "payments", change: "width", id: "status", width: "wide" }],
])("refuses %s", async (_what, input) => {
  expect(await chooseColumns(ctx, input as unknown as ColumnChange)).toEqual({ kind: "invalid" });
  expect(await readColumns(ctx, "payments")).toBeNull();
});

it("columns that this version does not know are left out, and the list still has its first", async () => {
  await harness.pool.query(
    `insert into list_columns (person_id, list, columns, saved_at)
     values ($1, 'payments', '[{"id": "of_a_later_version"}, {"id": "udf2", "width": 5}]', now())`,
    [ctx.actor.userId],
  );
  expect(await readColumns(ctx, "payments")).toEqual([
    { id: "reference", width: null },
    { id: "udf2", width: 80 },
    { id: "amount", width: null },
  ]);
});

it.each(ROLES)("is open to every role: %s", async (role) => {
  expect(await chooseColumns(await harness.ctxOf(role), width("status", 100))).toEqual({ kind: "done" });
});
