import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { Ctx } from "../../context";
import { listViews } from "../queries/list-saved-views";
import { type Harness, startHarness } from "../../testing/harness";
import { deleteView } from "./delete-view";
import { renameView } from "./rename-view";
import { saveView } from "./save-view";

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

async function saved(name: string, query = "status=FAILURE"): Promise<string> {
  const outcome = await saveView(ctx, { name, query });
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  return outcome.viewId;
}

const names = async (by: Ctx = ctx): Promise<string[]> => (await listViews(by)).own.map(({ name }) => name);

it("keeps a filter under a name, for the person alone", async () => {
  await saved("  Failed   today ", "range=today&status=FAILURE");
  await saved("a big one", "min=100000");
  expect((await listViews(ctx)).own).toMatchObject([
    { name: "a big one", query: "min=100000.00" },
    { name: "Failed today", query: "status=FAILURE&range=today" },
  ]);
  expect(await names(await harness.ctxOf("support"))).toEqual([]);
});

it("keeps the filter and nothing else of an address: no page, no contact, no foreign word", async () => {
  const customer = "3f0c8f2e-5f5e-4a55-9d0a-0a2d7f3f6a11";
  await saved("mine", `status=DROP&cursor=x&customer=${customer}&evil=https://example.com&from=nonsense`);
  expect((await listViews(ctx)).own).toMatchObject([{ query: "status=DROP" }]);
  expect(await saveView(ctx, { name: "none", query: `customer=${customer}` })).toEqual({
    kind: "invalid",
    fault: "no_filter",
  });
});

it.each([
  ["   ", "blank"],
  ["x".repeat(61), "too_long"],
  ["a\0", "not_a_text"],
  ["MINE", "taken"],
])("refuses the name %j", async (name, fault) => {
  await saved("Mine");
  const other = await saved("Other");
  expect(await saveView(ctx, { name, query: "status=DROP" })).toEqual({ kind: "invalid", fault });
  expect(await renameView(ctx, { viewId: other, name })).toEqual({ kind: "invalid", fault });
  expect(await names()).toEqual(["Mine", "Other"]);
});

it("renames and forgets a view, with a trace of each", async () => {
  const viewId = await saved("Mine");
  expect(await renameView(ctx, { viewId, name: "mine" })).toEqual({ kind: "done", viewId });
  expect(await names()).toEqual(["mine"]);
  expect(await deleteView(ctx, { viewId })).toEqual({ kind: "done", viewId });
  expect(await names()).toEqual([]);
  expect((await harness.audit()).map(({ action }) => action)).toEqual([
    "view_saved",
    "view_renamed",
    "view_deleted",
  ]);
});

it("somebody else's view is as good as none", async () => {
  const viewId = await saved("Mine");
  const other = await harness.ctxOf("admin");
  expect(await renameView(other, { viewId, name: "Theirs" })).toEqual({ kind: "not_found" });
  expect(await deleteView(other, { viewId })).toEqual({ kind: "not_found" });
  expect(await deleteView(ctx, { viewId: "no id" })).toEqual({ kind: "not_found" });
  expect(await names()).toEqual(["Mine"]);
});

it("a person has at most 50, also when two tabs save at once", async () => {
  for (let index = 1; index < 50; index += 1) await saved(`view ${index}`);
  const outcomes = await Promise.all(
    ["one", "two", "three"].map((name) => saveView(ctx, { name, query: "status=DROP" })),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["done", "too_many", "too_many"]);
  expect(await names()).toHaveLength(50);
});

it.each(ROLES)("is open to every role: %s", async (role) => {
  ctx = await harness.ctxOf(role);
  await saved("Mine");
});

it("nothing changes when it cannot be written down (failure 38)", async () => {
  const viewId = await saved("Mine");
  const repair = await harness.breakAudit();
  await expect(saveView(ctx, { name: "More", query: "status=DROP" })).rejects.toThrow("disk full");
  await expect(renameView(ctx, { viewId, name: "Other" })).rejects.toThrow("disk full");
  await expect(deleteView(ctx, { viewId })).rejects.toThrow("disk full");
  await repair();
  expect(await names()).toEqual(["Mine"]);
});
