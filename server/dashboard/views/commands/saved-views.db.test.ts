import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { Ctx } from "../../context";
import { listViews } from "../queries/list-saved-views";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { copyView } from "./copy-view";
import { deleteView } from "./delete-view";
import { renameView } from "./rename-view";
import { saveView } from "./save-view";
import { shareView } from "./share-view";

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
  const outcome = await saveView(ctx, { list: "payments", name, query });
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  return outcome.viewId;
}

const names = async (by: Ctx = ctx): Promise<string[]> =>
  (await listViews(by, "payments")).own.map(({ name }) => name);

it("keeps a filter under a name, for the person alone", async () => {
  await saved("  Failed   today ", "range=today&status=FAILURE");
  await saved("a big one", "min=100000");
  await saved("at a bank", "currency=INR&bank=hdfc&scheme=VISA");
  expect((await listViews(ctx, "payments")).own).toMatchObject([
    { name: "a big one", query: "min=100000.00" },
    { name: "at a bank", query: "scheme=VISA&bank=HDFC&currency=INR" },
    { name: "Failed today", query: "status=FAILURE&range=today" },
  ]);
  expect(await names(await harness.ctxOf("support"))).toEqual([]);
});

it("keeps the filter and nothing else of an address: no page, no contact, no foreign word", async () => {
  const customer = "3f0c8f2e-5f5e-4a55-9d0a-0a2d7f3f6a11";
  await saved("mine", `status=DROP&cursor=x&customer=${customer}&evil=https://example.com&from=nonsense`);
  expect((await listViews(ctx, "payments")).own).toMatchObject([{ query: "status=DROP" }]);
  expect(await saveView(ctx, { list: "payments", name: "none", query: `customer=${customer}` })).toEqual({
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
  expect(await saveView(ctx, { list: "payments", name, query: "status=DROP" })).toEqual({
    kind: "invalid",
    fault,
  });
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
    ["one", "two", "three"].map((name) => saveView(ctx, { list: "payments", name, query: "status=DROP" })),
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
  await expect(saveView(ctx, { list: "payments", name: "More", query: "status=DROP" })).rejects.toThrow(
    "disk full",
  );
  await expect(renameView(ctx, { viewId, name: "Other" })).rejects.toThrow("disk full");
  await expect(deleteView(ctx, { viewId })).rejects.toThrow("disk full");
  await repair();
  expect(await names()).toEqual(["Mine"]);
});

it("keeps views of refunds apart from those of payments, with a period that stays relative", async () => {
  const query =
    "view=failed&status=FAILURE&status=REFUSED&range=yesterday&zone=Asia/Kolkata&min=x&cursor=c&evil=1&columns=refund,amount";
  expect(await saveView(ctx, { list: "refunds", name: "Mine", query })).toMatchObject({ kind: "done" });
  // A name is taken within its own list only.
  expect(await saveView(ctx, { list: "payments", name: "Mine", query: "min=10" })).toMatchObject({
    kind: "done",
  });
  expect((await listViews(ctx, "refunds")).own).toMatchObject([
    {
      name: "Mine",
      query:
        "view=failed&status=FAILURE&status=REFUSED&range=yesterday&zone=Asia%2FKolkata&columns=amount%2Cstatus%2Crefund",
    },
  ]);
  expect((await listViews(ctx, "payments")).own).toMatchObject([{ query: "min=10.00" }]);
  for (const nothing of ["", "zone=UTC", "view=elsewhere", "min=x", "view=all"])
    expect(await saveView(ctx, { list: "refunds", name: "None", query: nothing })).toEqual({
      kind: "invalid",
      fault: "no_filter",
    });
  expect(await saveView(ctx, { list: "people", name: "None", query: "min=1" })).toMatchObject({
    kind: "invalid",
  });
});

it("a copy of a shared view of refunds is one of refunds", async () => {
  const viewId = await saveView(ctx, { list: "refunds", name: "Big", query: "min=1000" });
  if (viewId.kind !== "done") throw new Error(viewId.kind);
  await shareView(ctx, { viewId: viewId.viewId, sharedWith: "everybody" });
  const other = await harness.ctxOf("finance");
  expect((await listViews(other, "payments")).shared).toEqual([]);
  expect((await listViews(other, "refunds")).shared).toMatchObject([{ name: "Big" }]);
  expect(await copyView(other, { viewId: viewId.viewId })).toMatchObject({ kind: "done" });
  expect((await listViews(other, "refunds")).own).toMatchObject([{ name: "Big", query: "min=1000" }]);
});
