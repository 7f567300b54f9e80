import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { insertUnknownRefund } from "@/tools/testing/dashboard/unknown-refund";
import { assign, idsOf, queue, seenInQueue as seen } from "@/tools/testing/dashboard/work";
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
});
