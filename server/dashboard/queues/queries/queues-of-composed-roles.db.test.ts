import { afterAll, beforeAll, expect, test } from "vitest";
import type { Permission } from "@/lib/can";
import type { Ctx } from "../../context";
import { saveOpenFindings } from "../../reconciliation/store/finding-work";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { countWork } from "./count-work";
import { listQueue } from "./list-queue";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  const { routing, clock } = await harness.ctxOf("finance");
  await saveOpenFindings(harness.pool, routing.serviceAddress, [
    {
      findingId: "fnd_1",
      version: 1,
      isCertain: true,
      gateway: "razorpay",
      firstSeenAt: clock.now(),
      reference: "ORD-FINDING",
      transactionId: "TXN1",
      amountPaise: 500_00n,
      currency: "INR",
      isTest: false,
    },
  ]);
});
afterAll(() => harness.stop());

const WORKS_IN_FINANCE: Permission[] = ["view_refunds", "refund_payment"];

async function seenBy(ctx: Ctx) {
  const { items, counts, states } = await listQueue(ctx, { team: "finance", state: "open", owner: "all" });
  return {
    references: items.map(({ reference }) => reference),
    inTab: counts.teams.finance,
    open: states.open,
    inNavigation: (await countWork(ctx)).count,
  };
}

test("a queue has, and counts, only items whose page the role may open", async () => {
  const seesFindings = await harness.ctxOf(composed([...WORKS_IN_FINANCE, "view_reconciliation"]));
  expect(await seenBy(seesFindings)).toEqual({
    references: ["ORD-FINDING"],
    inTab: 1,
    open: 1,
    inNavigation: 1,
  });
  const seesNone = await harness.ctxOf(composed(WORKS_IN_FINANCE));
  expect(await seenBy(seesNone)).toEqual({ references: [], inTab: 0, open: 0, inNavigation: 0 });
});
