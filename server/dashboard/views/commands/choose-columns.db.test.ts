import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { ColumnChange } from "@/lib/lists/list-columns";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
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

const columns = ["amount", "status", "reference", "udf1"];

it("each person has columns of their own for each list, wherever they sign in", async () => {
  expect(await chooseColumns(ctx, { list: "payments", change: "all", columns })).toEqual({ kind: "done" });
  const elsewhere = await harness.ctxOf("support", { ...ctx.actor, sessionId: "another" });
  expect(await readColumns(elsewhere, "payments")).toEqual(columns);
  expect(await readColumns(ctx, "refunds")).toBeNull();
  expect(await readColumns(await harness.ctxOf("support"), "payments")).toBeNull();
});

it("goes back to the default", async () => {
  await chooseColumns(ctx, { list: "payments", change: "all", columns });
  expect(await chooseColumns(ctx, { list: "payments", change: "reset" })).toEqual({ kind: "done" });
  expect(await readColumns(ctx, "payments")).toBeNull();
});

it.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "columns"],
  ["another list", { list: "people", change: "reset" }],
  ["no column", { list: "payments", change: "all", columns: ["evil"] }],
  ["no list of columns", { list: "payments", change: "all", columns: "x" }],
])("refuses %s", async (_what, input) => {
  expect(await chooseColumns(ctx, input as unknown as ColumnChange)).toEqual({ kind: "invalid" });
  expect(await readColumns(ctx, "payments")).toBeNull();
});

it("columns that this version does not know are left out, and the list still has those that are always shown", async () => {
  await harness.pool.query(
    `insert into list_columns (person_id, list, columns, saved_at)
     values ($1, 'payments', '["of_a_later_version", "udf2"]', now())`,
    [ctx.actor.userId],
  );
  expect(await readColumns(ctx, "payments")).toEqual(["amount", "status", "reference", "udf2"]);
});

it.each(ROLES)("is open to every role: %s", async (role) => {
  const change = { list: "payments", change: "all", columns } as const;
  expect(await chooseColumns(await harness.ctxOf(role), change)).toEqual({ kind: "done" });
});
