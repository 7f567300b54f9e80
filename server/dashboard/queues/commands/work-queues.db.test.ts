import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { Ctx } from "../../context";
import {
  confirmManualRefund,
  keepManualRefund,
  proposeVoidOfManualRefund,
} from "../../manual-refunds/commands/on-manual-refund";
import { deactivatePerson } from "../../people/commands/set-person-active";
import { askQuestion } from "../../requests/commands/ask-question";
import { withdrawRequest } from "../../requests/commands/withdraw-request";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { returnManually } from "@/tools/testing/dashboard/manual-refund";
import { requestPart } from "@/tools/testing/dashboard/refund-request";
import { respondToRefund, insertUnknownRefund } from "@/tools/testing/dashboard/unknown-refund";
import { assign, idsOf, itemOf, queue, seenInQueue as seen, target } from "@/tools/testing/dashboard/work";
import { watchWork } from "../jobs/watch-work";
import { assignWork } from "./assign-work";
import { finishWork } from "./finish-work";
import { reopenWork } from "./reopen-work";
import { waitForWork } from "./wait-for-work";

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

const HOUR_MS = 60 * 60_000;

const unknownRefund = () => insertUnknownRefund(finance, { amountPaise: 120_25n });
const resolveRefund = (id: string, status: "SUCCESS" | "INITIATED") =>
  respondToRefund(finance, id, { status, refundId: `RFD-${id}` });

async function audited(): Promise<string[]> {
  return (await harness.audit()).map(({ action }) => action).filter((action) => action.startsWith("work_"));
}

describe("an item of a queue", () => {
  it("is assigned, with an audit entry that names both people", async () => {
    const id = await unknownRefund();
    const first = await seen(finance, id);
    expect(first).toMatchObject({ version: 0, assignee: null, state: "open", condition: "refund_unknown" });
    const mine = itemOf(await assign(finance, first, finance));
    expect(mine.assignee).toEqual({ personId: finance.actor.userId, name: "Test finance", isViewer: true });
    await assign(finance, mine, other);
    expect((await seen(other, id)).assignee?.personId).toBe(other.actor.userId);
    const entries = (await harness.audit()).filter(({ action }) => action === "work_assigned");
    expect(entries.map(({ detail }) => [detail.from, detail.to])).toEqual([
      [null, "Test finance"],
      ["Test finance", "Test finance"],
    ]);
    expect(entries[0]).toMatchObject({
      subject_kind: "work_item",
      subject_id: id,
      detail: { amount: "120.25" },
    });
  });

  it("that two people take at once belongs to one, and the other sees to whom", async () => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const outcomes = await Promise.all([assign(finance, item, finance), assign(other, item, other)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "done"]);
    const winner = outcomes[0]?.kind === "done" ? finance : other;
    const loser = outcomes.find(({ kind }) => kind === "changed");
    expect(loser?.kind === "changed" && loser.item.assignee?.personId).toBe(winner.actor.userId);
    expect((await seen(finance, id)).assignee?.personId).toBe(winner.actor.userId);
    expect(await audited()).toEqual(["work_assigned"]);
  });

  it("is not changed by a page that is older than the last change", async () => {
    const id = await unknownRefund();
    const stale = await seen(other, id);
    const mine = itemOf(await assign(finance, stale, finance));
    for (const late of [
      () => assign(other, stale, other),
      () => waitForWork(other, { ...target(stale), reason: "the bank", days: 1 }),
      () => finishWork(other, { ...target(stale), reason: "called" }),
    ])
      expect(await late()).toMatchObject({ kind: "changed", item: { assignee: { name: "Test finance" } } });
    expect(await seen(finance, id)).toEqual(mine);
    expect(await audited()).toEqual(["work_assigned"]);
  });

  it("sent again after a lost response is changed once", async () => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const input = { ...target(item), reason: "called the bank" };
    expect((await finishWork(finance, input)).kind).toBe("done");
    expect((await finishWork(finance, input)).kind).toBe("done");
    expect(await audited()).toEqual(["work_done"]);
  });

  it("waits for as long as was said last, with the same words too", async () => {
    const id = await unknownRefund();
    const wait = async (days: number) =>
      itemOf(await waitForWork(finance, { ...target(await seen(finance, id)), reason: "the bank", days }));
    await wait(7);
    const { returnsAt } = await wait(1);
    const hours = (Date.parse(returnsAt ?? "") - harness.clock.now().getTime()) / HOUR_MS;
    expect(Math.round(hours)).toBe(24);
  });

  it("waits for what was written, and belongs to who set it waiting", async () => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const waiting = itemOf(
      await waitForWork(finance, { ...target(item), reason: " the bank’s  reply ", days: 3 }),
    );
    expect(waiting).toMatchObject({
      state: "waiting",
      reason: "the bank’s reply",
      assignee: { isViewer: true },
    });
    expect(idsOf(await queue(finance))).toEqual([]);
    expect(idsOf(await queue(finance, "finance", { state: "waiting" }))).toEqual([id]);
    const reopened = itemOf(await reopenWork(finance, target(waiting)));
    expect(reopened).toMatchObject({ state: "open", back: null });
    expect(await audited()).toEqual(["work_waiting", "work_reopened"]);
  });

  test.each([
    ["", "missing"],
    ["  ", "missing"],
    ["x".repeat(201), "too_long"],
    ["card 4111 1111 1111 1111", "card_number"],
    ["a\u0000b", "characters"],
  ])("is neither waiting nor done with the reason %j", async (reason, fault) => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const invalid = { kind: "invalid", field: "reason", fault };
    expect(await waitForWork(finance, { ...target(item), reason, days: 1 })).toEqual(invalid);
    expect(await finishWork(finance, { ...target(item), reason })).toEqual(invalid);
    expect(await audited()).toEqual([]);
  });

  it("is back, and says why, when its time is over or its condition changes", async () => {
    const id = await unknownRefund();
    const done = itemOf(await finishWork(finance, { ...target(await seen(finance, id)), reason: "called" }));
    expect(done.state).toBe("done");
    harness.clock.advance(23 * HOUR_MS);
    expect(idsOf(await queue(finance))).toEqual([]);
    harness.clock.advance(HOUR_MS);
    expect(await seen(finance, id)).toMatchObject({
      state: "open",
      reason: "called",
      back: { from: "done", because: "time" },
    });
    await waitForWork(finance, { ...target(await seen(finance, id)), reason: "the bank", days: 7 });
    await resolveRefund(id, "INITIATED");
    // Requested more than a day ago and still in progress: another condition than before.
    harness.clock.advance(24 * HOUR_MS);
    expect(await seen(finance, id)).toMatchObject({
      condition: "refund_late",
      state: "open",
      reason: "the bank",
      back: { from: "waiting", because: "changed" },
    });
  });

  it("is not set waiting in a condition that the page has not shown", async () => {
    const requestId = await requested();
    const item = await seen(finance, requestId);
    await askQuestion(finance, { requestId, text: "Which item?" });
    const wait = { ...target(item), reason: "a photo", days: 1 };
    expect(await waitForWork(admin, wait)).toMatchObject({ kind: "changed" });
    expect(await audited()).toEqual([]);
  });

  it("leaves by itself when it is resolved, and its assignee sees how it ended", async () => {
    const id = await unknownRefund();
    await assign(finance, await seen(finance, id), finance);
    await resolveRefund(id, "SUCCESS");
    const before = await queue(finance, null);
    expect(idsOf(before)).toEqual([]);
    expect(before.ended).toMatchObject([{ itemId: id, outcome: "gone" }]);
    await watchWork(harness.services, harness.clock.now());
    expect((await queue(finance, null)).ended).toMatchObject([
      { itemId: id, outcome: "refunded", reference: "ORD-1", money: { amount: "120.25" } },
    ]);
    const late = await assignWork(other, {
      kind: "refund",
      itemId: id,
      version: 1,
      mark: "unknown",
      personId: null,
    });
    expect(late).toEqual({ kind: "ended" });
    harness.clock.advance(8 * 24 * HOUR_MS);
    expect((await queue(finance, null)).ended).toEqual([]);
  });

  it("counts as money at stake while it is out of sight", async () => {
    const id = await unknownRefund();
    await finishWork(finance, { ...target(await seen(finance, id)), reason: "called" });
    const view = await queue(finance);
    expect(view.states).toEqual({ open: 0, waiting: 0, done: 1 });
    expect(view.hidden).toEqual([{ currency: "INR", count: 1, amount: "120.25" }]);
  });
});

const requested = (): Promise<string> =>
  requestPart(support, harness.service.addPayment({ merchant_transaction_id: `ORD-${randomUUID()}` }));

describe("a refund request", () => {
  it("is finance’s, and support’s while finance waits for an answer", async () => {
    const requestId = await requested();
    expect(idsOf(await queue(finance))).toEqual([requestId]);
    await askQuestion(finance, { requestId, text: "Which item?" });
    expect(idsOf(await queue(finance))).toEqual([]);
    const view = await queue(support, "support");
    expect(view.items).toMatchObject([
      { itemId: requestId, condition: "request_question", why: "Which item?", mayFinish: false },
    ]);
    await withdrawRequest(support, { requestId, text: "" });
    expect(idsOf(await queue(support, "support"))).toEqual([]);
  });
});

test("a question to somebody who has left is finance's again, who decide without an answer", async () => {
  const requestId = await requested();
  await askQuestion(finance, { requestId, text: "Which item?" });
  expect(await deactivatePerson(admin, support.actor.userId)).toEqual({ kind: "done" });
  expect((await queue(finance)).items).toMatchObject([{ itemId: requestId, condition: "request_open" }]);
  expect(idsOf(await queue(await harness.ctxOf("support"), "support"))).toEqual([]);
});

test("a second proposal to void a manual refund does not wait as the first one did", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const manualRefundId = await returnManually(finance, payment, "10.00");
  const step = { manualRefundId, reason: "It came back" };
  await confirmManualRefund(other, step);
  await proposeVoidOfManualRefund(finance, step);
  const item = await seen(other, manualRefundId);
  await waitForWork(other, { ...target(item), reason: "the bank", days: 7 });
  expect((await seen(other, manualRefundId)).state).toBe("waiting");
  await keepManualRefund(other, step);
  await proposeVoidOfManualRefund(finance, step);
  expect((await seen(other, manualRefundId)).state).toBe("open");
});

describe("text that no database can store", () => {
  it.each(["payment", "finding", "refund"])("is no item of the kind %s", async (kind) => {
    const input = { kind, itemId: "a\u0000b", version: 0, mark: "", personId: null };
    expect(await assignWork(finance, input)).toEqual({ kind: "invalid", field: "form", fault: "incomplete" });
  });

  it.each(["a\u0000~b", "refund~a\u0000"])("in a cursor means the first page: %j", async (place) => {
    const id = await unknownRefund();
    const cursor = `2026-11-25T00:00:00.000Z~${place}`;
    expect(idsOf(await queue(finance, "finance", { cursor }))).toEqual([id]);
  });
});
