import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { respondToRefund, insertUnknownRefund } from "@/tools/testing/dashboard/unknown-refund";
import { assign, seenInQueue } from "@/tools/testing/dashboard/work";
import { assignRefunds } from "./assign-refunds";

let harness: Harness;
let finance: Ctx;
let other: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  [finance, other] = await Promise.all([harness.ctxOf("finance"), harness.ctxOf("finance")]);
});
afterAll(() => harness.stop());

const unknownRefund = (reference: string) => insertUnknownRefund(finance, { reference });
const free = (intentId: string) => ({ intentId, assigneeId: null });
const assigneeOf = async (intentId: string) => (await seenInQueue(finance, intentId)).assignee?.personId;
const audited = async () =>
  (await harness.audit()).filter(({ action }) => action === "work_assigned").map(({ detail }) => detail);

it("assigns each to the viewer, with an audit entry of its own, and nothing when it is sent again", async () => {
  const ids = [await unknownRefund("ORD-1"), await unknownRefund("ORD-2")];
  const given = { refunds: ids.map(free) };
  const done = { kind: "done", refunds: ids.map((intentId) => ({ intentId, kind: "done" })) };
  expect(await assignRefunds(finance, given)).toEqual(done);
  expect(await assignRefunds(finance, given)).toEqual(done);
  for (const id of ids) expect(await assigneeOf(id)).toBe(finance.actor.userId);
  expect(await audited()).toMatchObject([{ reference: "ORD-1" }, { reference: "ORD-2" }]);
});

it("takes none from a colleague who took it since the page was shown, and says who; the others are assigned", async () => {
  const [taken, open, ended] = [
    await unknownRefund("ORD-TAKEN"),
    await unknownRefund("ORD-OPEN"),
    await unknownRefund("ORD-ENDED"),
  ];
  await assign(other, await seenInQueue(other, taken), other);
  await respondToRefund(finance, ended, { status: "SUCCESS", refundId: "RFD1" });
  expect(await assignRefunds(finance, { refunds: [taken, open, ended].map(free) })).toEqual({
    kind: "done",
    refunds: [
      {
        intentId: taken,
        kind: "changed",
        assignee: expect.objectContaining({ personId: other.actor.userId, isViewer: false }) as unknown,
      },
      { intentId: open, kind: "done" },
      { intentId: ended, kind: "ended" },
    ],
  });
  expect(await assigneeOf(taken)).toBe(other.actor.userId);

  // The page shows now whose it is, so it is taken knowingly.
  const knowing = { refunds: [{ intentId: taken, assigneeId: other.actor.userId }] };
  expect(await assignRefunds(finance, knowing)).toMatchObject({ refunds: [{ kind: "done" }] });
  expect(await assigneeOf(taken)).toBe(finance.actor.userId);
});

it("is for those who work in the queue of finance; others are refused for each refund", async () => {
  const id = await unknownRefund("ORD-1");
  const support = await harness.ctxOf("support");
  expect(await assignRefunds(support, { refunds: [free(id)] })).toEqual({
    kind: "done",
    refunds: [{ intentId: id, kind: "forbidden" }],
  });
  expect((await harness.audit()).at(-1)).toMatchObject({
    action: "forbidden",
    detail: { deed: "refund_payment" },
  });
  expect(await assigneeOf(id)).toBeUndefined();
});

it("takes at least one refund and at most those of a page", async () => {
  const many = Array.from({ length: 51 }, () => free(randomUUID()));
  for (const refunds of [[], many, [{ intentId: "x", assigneeId: null }], undefined])
    expect(await assignRefunds(finance, { refunds })).toEqual({ kind: "invalid" });
});
