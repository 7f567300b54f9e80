import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WorkItemView } from "@/lib/queues/work-views";
import { declineApproval } from "../../approvals/commands/decline-approval";
import type { Ctx } from "../../context";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { insertUnknownRefund } from "@/tools/testing/dashboard/unknown-refund";
import { assign, idsOf, queue, seenInQueue as seen, target } from "@/tools/testing/dashboard/work";
import { finishWork } from "../commands/finish-work";
import { waitForWork } from "../commands/wait-for-work";
import { countWork } from "./count-work";

let harness: Harness;
let support: Ctx;
let finance: Ctx;
let other: Ctx;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  [support, finance, other, admin] = await Promise.all([
    harness.ctxOf("support"),
    harness.ctxOf("finance"),
    harness.ctxOf("finance"),
    harness.ctxOf("admin"),
  ]);
});
afterAll(() => harness.stop());

const unknownRefund = (reference = "ORD-1") => insertUnknownRefund(finance, { reference });

describe("the lists", () => {
  it("are paged, oldest first, and show every item once", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await unknownRefund(`ORD-${String(n)}`));
    const first = await queue(finance);
    expect(first.items).toHaveLength(50);
    const second = await queue(finance, "finance", { cursor: first.nextCursor ?? "" });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(idsOf(await queue(finance, "finance", { cursor: "nonsense" }))).toEqual(idsOf(first));
  });

  it("show a person’s own and nobody’s separately, and count what waits for the person", async () => {
    const [mine, theirs, free] = [await unknownRefund(), await unknownRefund(), await unknownRefund()];
    await assign(finance, await seen(finance, mine), finance);
    await assign(finance, await seen(finance, theirs), other);
    expect(idsOf(await queue(finance, "finance", { owner: "mine" }))).toEqual([mine]);
    expect(idsOf(await queue(finance, "finance", { owner: "unassigned" }))).toEqual([free]);
    expect(idsOf(await queue(finance, null, { owner: "mine" }))).toEqual([mine]);
    // What the number in the menu counts.
    const { items, counts, states } = await queue(finance, null);
    expect(items.map(({ itemId }) => itemId)).toEqual([mine, free]);
    expect([counts, states.open]).toEqual([{ mine: 2, teams: { support: 0, ops: 0, finance: 3 } }, 2]);
    expect(await countWork(finance)).toEqual({ count: 2, atLeast: false });
    expect(await countWork(support)).toEqual({ count: 0, atLeast: false });
    expect(await countWork(admin)).toEqual({ count: 1, atLeast: false });
  });

  it("show what is stored when the service has no extension, and say what is missing", async () => {
    expect((await queue(finance, "ops")).gaps).toEqual([{ kind: "not_offered", of: "payment" }]);
    expect((await queue(finance)).gaps).toEqual([]);
  });

  it("are in the order of the money at stake when asked for, in one page that says when there are more", async () => {
    const ids = await Promise.all(
      [100n, 900n, 500n].map((amountPaise) => insertUnknownRefund(finance, { amountPaise })),
    );
    const sorted = await queue(finance, "finance", { order: "money" });
    expect([idsOf(sorted), sorted.isCut]).toEqual([[ids[1], ids[2], ids[0]], false]);
    for (let n = 0; n < 48; n += 1) await unknownRefund();
    const cut = await queue(finance, "finance", { order: "money" });
    expect([cut.items.length, cut.isCut, cut.nextCursor]).toEqual([50, true, null]);
  });
});

describe("what a second person has to decide", () => {
  const approvals = async (ctx: Ctx) =>
    (await queue(ctx, null)).items.map(({ condition, who, why, isForOthers }) => ({
      condition,
      who,
      why,
      isForOthers,
    }));

  it("waits for a colleague, with who asked and why, and never for the person who asked", async () => {
    await setRule(harness, "0.00");
    const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
    const approvalId = await askFor(finance, payment, "1.00");
    const { rows } = await harness.pool.query(
      "select name, reason from approval_requests a join people p on p.id = requested_by",
    );
    const [{ name, reason }] = rows as [{ name: string; reason: string | null }];
    expect(await approvals(other)).toEqual([
      { condition: "approval_refund", who: name, why: reason, isForOthers: false },
    ]);
    expect(await countWork(other)).toEqual({ count: 1, atLeast: false });
    expect([await approvals(finance), await approvals(support)]).toEqual([[], []]);
    expect(await countWork(finance)).toEqual({ count: 0, atLeast: false });
    // The list of the team has it for everybody, so that nobody wonders where it is.
    expect((await queue(finance)).items).toMatchObject([{ isForOthers: true, mayFinish: false }]);

    await declineApproval(other, { approvalId, note: "No" });
    expect(await approvals(other)).toEqual([]);
  });

  it("waits for a role that approves and refunds nothing itself", async () => {
    await setRule(harness, "0.00");
    await askFor(finance, harness.service.addPayment({ merchant_transaction_id: "ORD-1" }), "1.00");
    const approver = await harness.ctxOf(composed(["view_refunds", "approve_refund"]));
    expect((await queue(approver, null)).items).toMatchObject([
      { condition: "approval_refund", mayWork: true },
    ]);
    expect(await countWork(approver)).toEqual({ count: 1, atLeast: false });
  });

  it("waits for nobody whose role may approve only less, or in other currencies", async () => {
    await setRule(harness, "0.00");
    await askFor(finance, harness.service.addPayment({ merchant_transaction_id: "ORD-1" }), "1.00");
    const approve = async (approveLimits: Record<string, string>) =>
      approvals(await harness.ctxOf(composed(["view_refunds", "approve_refund"], { approveLimits })));
    expect(await approve({ INR: "99" })).toEqual([]);
    expect(await approve({ USD: "100" })).toEqual([]);
    expect(await approve({ INR: "100" })).toHaveLength(1);
  });

  it("is taken from no colleague by the person who asked, who cannot have it", async () => {
    await setRule(harness, "0.00");
    await askFor(finance, harness.service.addPayment({ merchant_transaction_id: "ORD-1" }), "1.00");
    const item = (): Promise<WorkItemView> =>
      queue(finance).then(({ items }) => (items as [WorkItemView])[0]);
    expect(await assign(finance, await item(), finance)).toMatchObject({ fault: "not_assignable" });
    await assign(other, await item(), other);
    // As one that was assigned before that person proposed what the other one confirms.
    await harness.pool.query("update work_items set assignee_id = $1", [finance.actor.userId]);
    expect((await queue(other, null)).items).toMatchObject([{ assignee: null }]);
    expect([(await queue(finance, null)).items, await countWork(other)]).toEqual([
      [],
      { count: 1, atLeast: false },
    ]);
    const waits = await waitForWork(finance, { ...target(await item()), reason: "a call", days: 1 });
    expect(waits).toMatchObject({ kind: "done", item: { state: "waiting", assignee: null } });
  });

  it("cannot be said to be done: a decision ends it", async () => {
    await setRule(harness, "0.00");
    await askFor(finance, harness.service.addPayment({ merchant_transaction_id: "ORD-1" }), "1.00");
    const [item] = (await queue(other)).items as [WorkItemView];
    expect(await finishWork(other, { ...target(item), reason: "seen" })).toEqual({ kind: "forbidden" });
  });
});
