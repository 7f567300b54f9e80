import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WorkItemView } from "@/lib/queues/work-views";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { insertUnknownRefund } from "@/tools/testing/dashboard/unknown-refund";
import { seenInQueue, target } from "@/tools/testing/dashboard/work";
import { assignWork } from "../commands/assign-work";
import { waitForWork } from "../commands/wait-for-work";
import { watchWork } from "./watch-work";

const HOUR_MS = 60 * 60_000;

let harness: Harness;
let finance: Ctx;
let other: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  finance = await harness.ctxOf("finance");
  other = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

/** A refund of unknown outcome, as the queue shows it. */
const item = async (): Promise<WorkItemView> => shown(await insertUnknownRefund(finance));
const shown = (itemId: string): Promise<WorkItemView> => seenInQueue(finance, itemId);

/** Assigned to a person and set waiting for three days. */
async function waiting(to: Ctx): Promise<string> {
  const first = await item();
  await assignWork(finance, { ...target(first), personId: to.actor.userId });
  await wait(first.itemId);
  return first.itemId;
}
async function wait(itemId: string): Promise<void> {
  const outcome = await waitForWork(finance, {
    ...target(await shown(itemId)),
    reason: "the gateway's answer",
    days: 3,
  });
  expect(outcome.kind).toBe("done");
}
const watch = (services = harness.services) => watchWork(services, harness.clock.now());
async function returned(): Promise<unknown[]> {
  await expandAll(harness);
  return (await notifiedPeople(harness))
    .filter(({ event }) => event === "work_returned")
    .map(({ personId, detail }) => [personId, detail.because, detail.itemId]);
}

describe("an item that comes back after waiting", () => {
  it("is notified to its assignee alone, once, by two processes too", async () => {
    const id = await waiting(other);
    await watch();
    harness.clock.advance(71 * HOUR_MS);
    await watch();
    expect(await returned()).toEqual([]);
    harness.clock.advance(2 * HOUR_MS);
    await Promise.all([watch(), watch(harness.connect()), watch()]);
    await watch();
    expect(await returned()).toEqual([[other.actor.userId, "time", id]]);
  });

  it("because it has changed is notified at once, and says so", async () => {
    const id = await waiting(other);
    await harness.pool.query("update work_items set mark = 'of an earlier condition'");
    await watch();
    expect(await returned()).toEqual([[other.actor.userId, "changed", id]]);
  });

  it("is notified again when it is set waiting again", async () => {
    const id = await waiting(other);
    for (let times = 0; times < 2; times += 1) {
      harness.clock.advance(73 * HOUR_MS);
      await watch();
      await wait(id);
    }
    expect(await returned()).toHaveLength(2);
  });

  it("is notified to nobody when nobody is assigned, when it has ended, or when its person has left", async () => {
    const nobodys = await waiting(other);
    await harness.pool.query(
      "update work_items set assignee_id = null, assigned_at = null where item_id = $1",
      [nobodys],
    );
    const ended = await waiting(other);
    await waiting(finance);
    await harness.pool.query(
      `update refund_intents set state = 'ACCEPTED', answered_at = sent_at, refund_id = 'RFD-1', refund_status = 'SUCCESS',
         completed_at = sent_at where id = $1`,
      [ended],
    );
    await harness.pool.query("update people set deactivated_at = now() where id = $1", [
      finance.actor.userId,
    ]);
    harness.clock.advance(73 * HOUR_MS);
    await watch();
    expect(await returned()).toEqual([]);
  });
});
