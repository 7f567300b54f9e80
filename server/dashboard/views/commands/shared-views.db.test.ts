import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { findMemberRole } from "../../accounts/store";
import { changeRole } from "../../people/commands/change-role";
import { deleteRole } from "../../people/commands/delete-role";
import { saveRole } from "../../people/commands/save-role";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { listViews } from "../queries/list-saved-views";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { copyView } from "./copy-view";
import { deleteView } from "./delete-view";
import { renameView } from "./rename-view";
import { saveView } from "./save-view";
import { shareView } from "./share-view";

let harness: Harness;
let owner: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  owner = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

async function saved(by: Ctx = owner, name = "Failed today"): Promise<string> {
  const query = "status=FAILURE&range=today&columns=amount,udf1";
  const outcome = await saveView(by, { list: "payments", name, query });
  if (outcome.kind !== "done") throw new Error(outcome.kind);
  return outcome.viewId;
}
const shared = async (by: Ctx): Promise<string[]> =>
  (await listViews(by, "payments")).shared.map(({ name }) => name);
const own = async (by: Ctx): Promise<string[]> =>
  (await listViews(by, "payments")).own.map(({ name }) => name);
const actions = async (): Promise<string[]> => (await harness.audit()).map(({ action }) => action);

it("others see a view only while it is shared with them, with its filter, its columns and its owner", async () => {
  const viewId = await saved();
  const support = await harness.ctxOf("support");
  expect(await shared(support)).toEqual([]);
  expect(await shareView(owner, { viewId, sharedWith: "support" })).toEqual({ kind: "done", viewId });
  expect((await listViews(support, "payments")).shared).toEqual([
    {
      viewId,
      name: "Failed today",
      query: "status=FAILURE&range=today&columns=amount%2Cstatus%2Creference%2Cudf1",
      owner: "Test finance",
      sharedWith: "support",
      mayStop: false,
    },
  ]);
  expect(await shared(await harness.ctxOf("ops"))).toEqual([]);
  expect(await shared(owner)).toEqual([]);
  await shareView(owner, { viewId, sharedWith: "everybody" });
  expect(await shared(await harness.ctxOf("ops"))).toEqual(["Failed today"]);
  expect(await shareView(owner, { viewId, sharedWith: "" })).toEqual({ kind: "done", viewId });
  expect(await shared(support)).toEqual([]);
  expect(await actions()).toEqual(["view_saved", "view_shared", "view_shared", "view_sharing_stopped"]);
});

it("a view is shared with a composed role: its people alone see it, with what they may see now", async () => {
  const viewId = await saved();
  const role = composed(["view_payments", "save_view"], { name: "Night desk" });
  const [first, second] = [await harness.ctxOf(role), await harness.ctxOf(composed(["save_view"]))];
  expect((await listViews(owner, "payments")).roles).toMatchObject([
    { id: role.id, name: "Night desk" },
    { name: expect.stringMatching(/^Role /) as string },
  ]);
  expect(await shareView(owner, { viewId, sharedWith: role.id.toUpperCase() })).toEqual({
    kind: "done",
    viewId,
  });
  const sharedWith = { id: role.id, name: "Night desk" };
  expect((await listViews(owner, "payments")).own).toMatchObject([{ sharedWith }]);
  expect((await listViews(first, "payments")).shared).toMatchObject([{ viewId, sharedWith, mayStop: false }]);
  for (const ctx of [second, await harness.ctxOf("finance")]) expect(await shared(ctx)).toEqual([]);
  expect((await harness.audit()).at(-1)).toMatchObject({
    action: "view_shared",
    detail: { sharedWith: "Night desk" },
  });
  // Saved again as it is: nothing changes, and nothing is written.
  const before = (await actions()).length;
  await shareView(owner, { viewId, sharedWith: role.id });
  expect((await actions()).length).toBe(before);
  expect(await copyView(first, { viewId })).toMatchObject({ kind: "done" });
  expect(await copyView(second, { viewId })).toEqual({ kind: "not_found" });
  const admin = await harness.ctxOf("admin");
  expect((await listViews(admin, "payments")).shared).toMatchObject([{ sharedWith, mayStop: true }]);
});

it("somebody who gets the role sees its views, and somebody who loses it does not", async () => {
  const viewId = await saved();
  const role = composed(["save_view"]);
  await harness.ctxOf(role);
  await shareView(owner, { viewId, sharedWith: role.id });
  const ops = await harness.ctxOf("ops");
  const admin = await harness.ctxOf("admin");
  const now = async (): Promise<string[]> => {
    const is = await findMemberRole(harness.pool, ops.actor.userId);
    return shared({ ...ops, actor: { ...ops.actor, role: is ?? "support" } });
  };
  expect(await now()).toEqual([]);
  await changeRole(admin, { personId: ops.actor.userId, role: role.id });
  expect(await now()).toEqual(["Failed today"]);
  await changeRole(admin, { personId: ops.actor.userId, role: "ops" });
  expect(await now()).toEqual([]);
});

it("a role that is deleted ends the sharing with it, and nothing can be shared with it any more", async () => {
  const admin = await harness.ctxOf("admin");
  for (let round = 0; round < 6; round += 1) {
    const role = await saveRole(admin, {
      id: null,
      version: null,
      name: `Desk ${round}`,
      permissions: ["save_view"],
      refundLimits: null,
      approveLimits: null,
    });
    if (role.kind !== "saved") throw new Error(role.kind);
    const [viewId, other] = [await saved(owner, `first ${round}`), await saved(owner, `second ${round}`)];
    await shareView(owner, { viewId, sharedWith: role.id });
    const [deleted, late] = await Promise.all([
      deleteRole(admin, { id: role.id, version: 1 }),
      shareView(owner, { viewId: other, sharedWith: role.id }),
    ]);
    expect(deleted).toEqual({ kind: "deleted" });
    expect(["done", "role_gone"]).toContain(late.kind);
    expect(await shareView(owner, { viewId, sharedWith: role.id })).toEqual({ kind: "role_gone" });
    const { rows } = await harness.pool.query("select from saved_views where shared_with is not null");
    expect(rows).toEqual([]);
  }
  expect(
    (await actions()).filter((action) => action === "view_sharing_stopped").length,
  ).toBeGreaterThanOrEqual(6);
});

it("others cannot change, delete or share it on", async () => {
  const viewId = await saved();
  await shareView(owner, { viewId, sharedWith: "everybody" });
  for (const role of ["support", "finance", "admin"] as const) {
    const other = await harness.ctxOf(role);
    expect(await renameView(other, { viewId, name: "Theirs" })).toEqual({ kind: "not_found" });
    expect(await deleteView(other, { viewId })).toEqual({ kind: "not_found" });
    expect(await shareView(other, { viewId, sharedWith: role })).toEqual({ kind: "forbidden" });
  }
  const support = await harness.ctxOf("support");
  expect(await shareView(support, { viewId, sharedWith: "" })).toEqual({ kind: "forbidden" });
  expect((await listViews(owner, "payments")).own).toMatchObject([
    { name: "Failed today", sharedWith: "everybody" },
  ]);
});

it("an admin can stop the sharing of any view, which stays its owner's", async () => {
  const viewId = await saved();
  await shareView(owner, { viewId, sharedWith: "ops" });
  const admin = await harness.ctxOf("admin");
  expect((await listViews(admin, "payments")).shared).toMatchObject([
    { viewId, sharedWith: "ops", mayStop: true },
  ]);
  expect(await shareView(admin, { viewId, sharedWith: "" })).toEqual({ kind: "done", viewId });
  expect(await shared(await harness.ctxOf("ops"))).toEqual([]);
  expect((await listViews(owner, "payments")).own).toMatchObject([{ viewId, sharedWith: null }]);
  expect((await harness.audit()).at(-1)).toMatchObject({
    action: "view_sharing_stopped",
    actor_email: admin.actor.email,
    subject_id: viewId,
  });
});

it("a copy is one's own, and stays when the original is changed or no longer shared", async () => {
  const viewId = await saved();
  const support = await harness.ctxOf("support");
  expect(await copyView(support, { viewId })).toEqual({ kind: "not_found" });
  await shareView(owner, { viewId, sharedWith: "everybody" });
  expect(await copyView(support, { viewId })).toMatchObject({ kind: "done" });
  expect(await copyView(support, { viewId })).toMatchObject({ kind: "done" });
  await renameView(owner, { viewId, name: "Other" });
  await deleteView(owner, { viewId });
  expect(await shared(support)).toEqual([]);
  expect(await own(support)).toEqual(["Failed today", "Failed today (2)"]);
  expect((await listViews(support, "payments")).own[0]).toMatchObject({ sharedWith: null });
  expect((await harness.audit()).filter(({ detail }) => detail.copyOf === viewId)).toHaveLength(2);
});

it("a copy counts towards the person's limit", async () => {
  const viewId = await saved();
  await shareView(owner, { viewId, sharedWith: "everybody" });
  const support = await harness.ctxOf("support");
  for (let index = 0; index < 50; index += 1) await saved(support, `view ${index}`);
  expect(await copyView(support, { viewId })).toEqual({ kind: "too_many", max: 50 });
});

it.each(["nobody", "SUPPORT", "x".repeat(50)])("is not shared with %j", async (sharedWith) => {
  const viewId = await saved();
  expect(await shareView(owner, { viewId, sharedWith })).toEqual({ kind: "not_found" });
  expect((await listViews(owner, "payments")).own).toMatchObject([{ sharedWith: null }]);
});

it("nothing is shared when it cannot be written down (failure 38)", async () => {
  const viewId = await saved();
  const repair = await harness.breakAudit();
  await expect(shareView(owner, { viewId, sharedWith: "everybody" })).rejects.toThrow("disk full");
  await repair();
  expect((await listViews(owner, "payments")).own).toMatchObject([{ sharedWith: null }]);
});
