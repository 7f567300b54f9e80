import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { WorkQueue } from "@/lib/all-accounts/views";
import type { WorkItemView, WorkOwner, WorkState } from "@/lib/queues/work-views";
import type { Ctx, OwnAccount } from "@/server/dashboard/context";
import { assignWork } from "@/server/dashboard/queues/commands/assign-work";
import { finishWork } from "@/server/dashboard/queues/commands/finish-work";
import { reopenWork } from "@/server/dashboard/queues/commands/reopen-work";
import { waitForWork } from "@/server/dashboard/queues/commands/wait-for-work";
import { askQuestion } from "@/server/dashboard/requests/commands/ask-question";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { requestPart } from "@/tools/testing/dashboard/refund-request";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { insertUnknownRefund } from "@/tools/testing/dashboard/unknown-refund";
import { inNamedAccount } from "./in-named-account";
import { readWork } from "./read-work";

/** One person: support in the first account, finance in the second. */
let harness: Harness;
let second: SecondAccount;
let here: Ctx;
let there: Ctx;
let accounts: OwnAccount[];

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
});
beforeEach(async () => {
  here = await harness.ctxOf("support");
  there = await second.ctxOf("finance", here.actor);
  accounts = [
    { slug: null, name: "Main account", colour: "gray", ctx: here },
    { slug: "second", name: "Account second", colour: "blue", ctx: there },
  ];
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

async function itemIn(
  ctx: Ctx,
  queue: WorkQueue,
  id: string,
  { state = "open", owner = "all" }: { state?: WorkState; owner?: WorkOwner } = {},
): Promise<WorkItemView | undefined> {
  const reading = await readWork(ctx, queue, { state, owner });
  if (reading.kind !== "read") throw new Error(reading.kind);
  return reading.value.items.find(({ itemId }) => itemId === id);
}
async function seen(ctx: Ctx, queue: WorkQueue, id: string): Promise<WorkItemView> {
  const item = await itemIn(ctx, queue, id);
  if (item === undefined) throw new Error("not in the queue");
  return item;
}

const target = (item: WorkItemView, account: string | null) => {
  const { kind, itemId, version, mark } = item;
  return { kind, itemId, version, mark, account };
};
const actionsOf = async ({ pool, actor }: Ctx): Promise<string[]> => {
  const { rows } = await pool.query<{ action: string }>(
    "select action from audit_log where actor_id = $1 order by at, id",
    [actor.userId],
  );
  return rows.map(({ action }) => action);
};

test("each queue shows what the role in its account may work on, and to whom it may be given there", async () => {
  const [ours, theirs] = [await insertUnknownRefund(here), await insertUnknownRefund(there)];
  const colleague = await second.ctxOf("finance", (await harness.ctxOf("support")).actor);
  expect((await readWork(here, "finance", { state: "open", owner: "all" })).kind).toBe("forbidden");
  expect(await itemIn(here, "support", ours)).toBeUndefined();
  expect(await seen(there, "finance", theirs)).toMatchObject({
    assignee: null,
    mayWork: true,
    mayFinish: true,
  });
  expect(await itemIn(there, "finance", ours)).toBeUndefined();
  const reading = await readWork(there, "finance", { state: "open", owner: "all" });
  if (reading.kind !== "read") throw new Error(reading.kind);
  const people = reading.value.people.map(({ personId }) => personId);
  expect(people).toContain(colleague.actor.userId);
  expect(people).not.toContain((await harness.ctxOf("finance")).actor.userId);
  expect(await actionsOf(here)).toEqual([]);
});

test("the queue of support has the questions of each account, as its own page", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: `ORD-${randomUUID()}` });
  const finance = await harness.ctxOf("finance");
  const requestId = await requestPart(here, payment, { amount: "10.00" });
  expect(await itemIn(here, "support", requestId)).toBeUndefined();
  await askQuestion(finance, { requestId, text: "Which item?" });
  expect(await seen(here, "support", requestId)).toMatchObject({
    condition: "request_question",
    mayWork: true,
  });
  expect(await itemIn(there, "support", requestId)).toBeUndefined();
});

test("unknown outcomes have an assignee and a state, and who may work on one depends on the role in its account", async () => {
  const [ours, theirs] = [await insertUnknownRefund(here), await insertUnknownRefund(there)];
  const untouched = { condition: "refund_unknown", assignee: null, state: "open" };
  expect(await seen(here, "unknown", ours)).toMatchObject({ ...untouched, mayWork: false, mayFinish: false });
  expect(await seen(there, "unknown", theirs)).toMatchObject({
    ...untouched,
    mayWork: true,
    mayFinish: true,
  });
  expect(await itemIn(there, "unknown", ours)).toBeUndefined();

  const mine = { ...target(await seen(there, "unknown", theirs), "second"), personId: there.actor.userId };
  expect((await inNamedAccount(accounts, mine, assignWork)).kind).toBe("done");
  expect(await seen(there, "unknown", theirs)).toMatchObject({ assignee: { isViewer: true } });
  expect(await itemIn(there, "unknown", theirs, { owner: "mine" })).toBeDefined();
  expect(await itemIn(there, "unknown", theirs, { owner: "unassigned" })).toBeUndefined();

  const done = { ...target(await seen(there, "unknown", theirs), "second"), reason: "Called the bank" };
  expect((await inNamedAccount(accounts, done, finishWork)).kind).toBe("done");
  expect(await itemIn(there, "unknown", theirs)).toBeUndefined();
  expect(await itemIn(there, "unknown", theirs, { state: "done" })).toMatchObject({ state: "done" });
  expect(await actionsOf(here)).toEqual([]);
});

test("what is out of sight among unknown outcomes is their own money, not that of other refunds or requests", async () => {
  const hidden = async (): Promise<unknown> => {
    const reading = await readWork(there, "unknown", { state: "open", owner: "all" });
    return reading.kind === "read" ? reading.value.hidden : reading;
  };
  const wait = async (queue: WorkQueue, id: string): Promise<void> => {
    const input = { ...target(await seen(there, queue, id), "second"), reason: "The bank’s reply", days: 3 };
    expect((await inNamedAccount(accounts, input, waitForWork)).kind).toBe("done");
  };
  await there.pool.query("delete from work_items");
  expect(await hidden()).toEqual([]);
  const payment = second.service.addPayment({ merchant_transaction_id: `ORD-${randomUUID()}` });
  const other = await second.ctxOf("support");
  await wait("requests", await requestPart(other, payment, { amount: "10.00" }));
  expect(await hidden()).toEqual([]);
  await wait("unknown", await insertUnknownRefund(there, { amountPaise: 700n }));
  expect(await hidden()).toEqual([{ currency: "INR", count: 1, amount: "7.00" }]);
});

test("refund requests have an assignee and a state, questions too; one's own are not there to be decided", async () => {
  const paid = () => second.service.addPayment({ merchant_transaction_id: `ORD-${randomUUID()}` });
  const support = await second.ctxOf("support");
  const requestId = await requestPart(support, paid(), { amount: "10.00" });
  // Their role let them request a refund at that time.
  const before: Ctx = { ...there, actor: { ...there.actor, role: "support" } };
  const own = await requestPart(before, paid(), { amount: "5.00" });
  expect((await readWork(here, "requests", { state: "open", owner: "all" })).kind).toBe("forbidden");
  expect(await seen(there, "requests", requestId)).toMatchObject({
    condition: "request_open",
    assignee: null,
    mayWork: true,
    mayFinish: false,
  });
  expect(await itemIn(there, "requests", own)).toBeUndefined();
  expect(await itemIn(there, "finance", own)).toBeDefined();

  await askQuestion(there, { requestId, text: "Which item?" });
  const asked = await seen(there, "requests", requestId);
  expect(asked.condition).toBe("request_question");
  const waiting = { ...target(asked, "second"), reason: "The answer", days: 3 };
  expect((await inNamedAccount(accounts, waiting, waitForWork)).kind).toBe("done");
  expect(await itemIn(there, "requests", requestId)).toBeUndefined();
  expect(await itemIn(there, "requests", requestId, { state: "waiting" })).toMatchObject({
    reason: "The answer",
    assignee: { isViewer: true },
  });
});

test("triage goes to the account that it names, and to no other", async () => {
  const id = await insertUnknownRefund(there);
  const item = await seen(there, "finance", id);
  const mine = { ...target(item, "second"), personId: there.actor.userId };
  // The other account does not have the item, and support may not work on it there.
  expect((await inNamedAccount(accounts, { ...mine, account: null }, assignWork)).kind).toBe("ended");
  expect(await inNamedAccount(accounts, mine, assignWork)).toMatchObject({
    kind: "done",
    item: { assignee: { isViewer: true } },
  });
  expect(await seen(there, "mine", id)).toMatchObject({ assignee: { isViewer: true }, state: "open" });
  const waiting = {
    ...target(await seen(there, "finance", id), "second"),
    reason: "The bank’s reply",
    days: 3,
  };
  expect((await inNamedAccount(accounts, waiting, waitForWork)).kind).toBe("done");
  const shown = await itemIn(there, "finance", id, { state: "waiting" });
  if (shown === undefined) throw new Error("not waiting");
  expect((await inNamedAccount(accounts, target(shown, "second"), reopenWork)).kind).toBe("done");
  const done = { ...target(await seen(there, "finance", id), "second"), reason: "Called the bank" };
  expect((await inNamedAccount(accounts, done, finishWork)).kind).toBe("done");
  expect(await actionsOf(there)).toEqual(["work_assigned", "work_waiting", "work_reopened", "work_done"]);
  expect(await actionsOf(here)).toEqual([]);
});

test("the role in the account decides, and the refusal is in the log of that account alone", async () => {
  const id = await insertUnknownRefund(here);
  const finance = await harness.ctxOf("finance");
  const item = await seen(finance, "finance", id);
  const done = { ...target(item, null), reason: "Called the bank" };
  expect(await inNamedAccount(accounts, done, finishWork)).toEqual({ kind: "forbidden" });
  expect(await actionsOf(here)).toEqual(["forbidden"]);
  expect(await actionsOf(there)).toEqual([]);
  expect((await seen(finance, "finance", id)).version).toBe(0);
});

test("who has no role in an account changes nothing there, and learns nothing of it", async () => {
  const id = await insertUnknownRefund(there);
  const item = await seen(there, "finance", id);
  const stranger = await harness.ctxOf("finance");
  const own: OwnAccount[] = [{ slug: null, name: "Main account", colour: "gray", ctx: stranger }];
  for (const account of ["second", "no-such-account", "main"]) {
    const input = { ...target(item, account), personId: stranger.actor.userId };
    expect(await inNamedAccount(own, input, assignWork)).toEqual({ kind: "forbidden" });
  }
  expect((await seen(there, "finance", id)).assignee).toBeNull();
  expect(await actionsOf(stranger)).toEqual([]);
});

test("somebody who was slower sees who has the item, as in one account", async () => {
  const id = await insertUnknownRefund(there);
  const item = await seen(there, "finance", id);
  const colleague = await second.ctxOf("finance", (await harness.ctxOf("support")).actor);
  const { kind, itemId, version, mark } = item;
  await assignWork(colleague, { kind, itemId, version, mark, personId: colleague.actor.userId });
  const mine = { ...target(item, "second"), personId: there.actor.userId };
  expect(await inNamedAccount(accounts, mine, assignWork)).toMatchObject({
    kind: "changed",
    item: { assignee: { personId: colleague.actor.userId, isViewer: false }, version: 1 },
  });
  expect(await actionsOf(there)).toEqual([]);
});

test.each([[null], ["second"], [{}], [{ account: undefined }], [{ account: 1 }], [[]]])(
  "input that names no account is refused, never taken for the first one (%#)",
  async (input) => {
    expect(await inNamedAccount(accounts, input, () => Promise.reject(new Error("called")))).toEqual({
      kind: "invalid",
      field: "form",
      fault: "incomplete",
    });
  },
);

test("signed out, or in an account whose key does not open, nothing is done", async () => {
  const called = () => Promise.reject(new Error("called"));
  expect(await inNamedAccount(null, { account: null }, called)).toEqual({ kind: "signed_out" });
  const closed: OwnAccount[] = [{ slug: "second", name: "Account second", colour: "blue", ctx: null }];
  expect((await inNamedAccount(closed, { account: "second" }, called)).kind).toBe("service_error");
});

test("more unknown outcomes than one page has are said to be there", async () => {
  for (let n = 0; n < 51; n += 1) await insertUnknownRefund(there);
  const reading = await readWork(there, "unknown", { state: "open", owner: "all" });
  expect(reading).toMatchObject({ kind: "read", value: { hasMore: true, gap: null } });
  if (reading.kind === "read") expect(reading.value.items).toHaveLength(50);
});
