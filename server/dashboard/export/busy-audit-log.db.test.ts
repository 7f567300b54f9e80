import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recordAudit } from "../audit/store";
import type { Ctx } from "../context";
import { readRefundFilter } from "../refunds/domain";
import { exportRefunds } from "../refunds/queries/export-refunds";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";

let harness: Harness;
let ctx: Ctx;
beforeAll(async () => {
  harness = await startHarness();
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const begin = (): Promise<Response> =>
  exportRefunds(ctx, readRefundFilter({}, ctx.clock.now()).filter, "csv");

/** What the work comes to while another transaction has the head of the audit log for three seconds. */
async function whileBusy(work: () => Promise<string>): Promise<unknown> {
  const client = await harness.pool.connect();
  try {
    await client.query("begin");
    const subject = { kind: "bulk_run", id: "1" } as const;
    await recordAudit(client, {
      at: ctx.clock.now(),
      actor: ctx.actor,
      action: "bulk_paused",
      subject,
    });
    const outcome = work();
    await wait(3_000);
    await client.query("rollback");
    return await outcome;
  } finally {
    client.release();
  }
}

it("an export of one account waits for its audit log as every other action does", async () => {
  const begun = await whileBusy(() => begin().then((response) => response.text()));

  expect(begun).toContain("refund_id");
});

it("a file of one account, which is read already, is not broken by an audit log that is busy for three seconds", async () => {
  const response = await begin();
  expect(await whileBusy(() => response.text())).toContain("refund_id");
});
