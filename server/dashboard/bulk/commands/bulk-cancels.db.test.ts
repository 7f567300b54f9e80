import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { resolveBulkCancels } from "../jobs/resolve-bulk-cancels";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { stopBulkRun } from "./stop-bulk-run";
import { makeStep, waitingRows } from "@/tools/testing/dashboard/due-work";
import { inTransaction } from "@/server/platform/transaction";
import { moveService } from "../../accounts/recognize-service";
import { dueCancelPolls } from "../../jobs/due-tables";

let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  ctx = await harness.ctxOf("ops");
});
afterAll(() => harness.stop());

/** A started run with one cancel of an INITIATED payment; its responses are lost before anything happens. */
async function beginLost(reference = "PAY") {
  const payment = harness.service.addPayment({
    merchant_transaction_id: reference,
    transaction_status: "INITIATED",
  });
  const runId = await driver.prepare(ctx, "cancel", `reference\n${reference}`);
  await driver.start(ctx, runId);
  harness.service.always("transaction_cancel", { kind: "drop", when: "before" });
  return { payment, runId };
}

async function unknownRow() {
  const begun = await beginLost();
  for (let turn = 0; turn < 10; turn += 1) {
    harness.clock.advance(60_000);
    await driver.turn(begun.runId);
  }
  expect(await driver.states(ctx, begun.runId)).toEqual(["unknown"]);
  harness.service.always(null);
  return begun;
}

/** The look-ups that wait. */
async function waiting(): Promise<{ runId: string; attempt: number; after: number | null }[]> {
  const { rows } = await harness.pool.query<{ runId: string; attempt: number; after: number | null }>(
    `select run_id as "runId", attempt, after_position as after from bulk_cancel_polls where due_at is not null`,
  );
  return rows;
}

const look = (runId: string) => makeStep(harness.services, { task: "resolve-bulk-cancels", id: runId });

describe("a cancel whose outcome nobody knows", () => {
  it("is looked up by the payment's status until that tells it, and is then done", async () => {
    const { runId, payment } = await unknownRow();
    expect(await waiting()).toEqual([expect.objectContaining({ runId, attempt: 0 })]);

    await look(runId);
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);
    expect(await waiting()).toEqual([expect.objectContaining({ runId, attempt: 1 })]);

    payment.transaction_status = "CANCELLED";
    await look(runId);
    expect(await driver.states(ctx, runId)).toEqual(["done"]);
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "bulk_cancel_resolved",
      actor_email: "system",
      subject_id: runId,
      detail: { transactionId: payment.transaction_id, state: "done" },
    });
  });

  it.each(["SUCCESS", "FAILURE", "DROP"] as const)(
    "of a payment that came to be %s is refused, with that status",
    async (status) => {
      const { runId, payment } = await unknownRow();
      payment.transaction_status = status;
      await look(runId);
      expect(await driver.rows(ctx, runId)).toMatchObject([
        { state: "refused", faults: [{ kind: "status", status }] },
      ]);
    },
  );

  it.each([
    ["is away", { kind: "drop", when: "before" }],
    ["answers a page", { kind: "answer", status: 502, body: "<html>", effect: false }],
    ["is busy", { kind: "answer", status: 429, body: '{"detail":"Wait."}', effect: false }],
  ] as const)("stays unknown while the service %s, and is looked up again", async (_name, misbehaviour) => {
    const { runId } = await unknownRow();
    harness.service.always("transaction_status", misbehaviour);
    await look(runId);
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);
    expect(await waiting()).toEqual([expect.objectContaining({ attempt: 1 })]);
  });

  it("is looked up however many rows before it stay unknown", async () => {
    const references = ["PAY-1", "PAY-2", "PAY-3", "PAY-4", "PAY-5"];
    const payments = references.map((reference) =>
      harness.service.addPayment({ merchant_transaction_id: reference, transaction_status: "INITIATED" }),
    );
    const runId = await driver.prepare(ctx, "cancel", ["reference", ...references].join("\n"));
    await driver.start(ctx, runId);
    harness.service.always("transaction_cancel", { kind: "drop", when: "before" });
    for (let turn = 0; turn < 10; turn += 1) {
      harness.clock.advance(60_000);
      await driver.turn(runId);
    }
    harness.service.always(null);
    const last = payments.at(-1);
    if (last !== undefined) last.transaction_status = "CANCELLED";

    const attempts: number[] = [];
    for (let poll = 0; poll < 3; poll += 1) {
      const pauseMs = await resolveBulkCancels(harness.services, runId, { rowsPerPoll: 2 });
      const [next] = await waiting();
      attempts.push(next?.attempt ?? -1);
      expect(pauseMs === 0).toBe(poll < 2);
    }
    expect(await driver.states(ctx, runId)).toEqual(["unknown", "unknown", "unknown", "unknown", "done"]);
    // The rest of the rows follows at once; the next round over all of them comes after a pause.
    expect(attempts).toEqual([0, 0, 1]);
    expect(await waiting()).toMatchObject([{ after: null }]);
  });

  it("is never cancelled a second time by who looks for it", async () => {
    const { runId } = await unknownRow();
    const before = harness.service.callsOf("transaction_cancel").length;
    await look(runId);
    expect(harness.service.callsOf("transaction_cancel")).toHaveLength(before);
  });

  it("stays unknown when its end cannot be written into the audit log (failure 38)", async () => {
    const { runId, payment } = await unknownRow();
    payment.transaction_status = "CANCELLED";
    const mend = await harness.breakAudit();
    await expect(resolveBulkCancels(harness.services, runId)).rejects.toThrow("disk full");
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);
    await mend();
    await look(runId);
    expect(await driver.states(ctx, runId)).toEqual(["done"]);
  });

  it("of another service than ours is asked of nobody", async () => {
    const { runId } = await unknownRow();
    await harness.pool.query("update bulk_runs set service_address = 'https://other.example'");
    const before = harness.service.calls.length;
    await look(runId);
    expect(harness.service.calls).toHaveLength(before);
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);
  });

  it("of an earlier address of the service is looked up when its records are moved", async () => {
    const { runId, payment } = await unknownRow();
    payment.transaction_status = "CANCELLED";
    const from = "https://earlier.example";
    await harness.pool.query("update bulk_runs set service_address = $1", [from]);
    await look(runId);
    await inTransaction(harness.pool, (db) =>
      moveService(
        db,
        { from, to: harness.services.routing.serviceAddress },
        { at: harness.clock.now(), actor: "system" },
      ),
    );
    const [row] = await waitingRows(harness.pool, ["resolve-bulk-cancels"]);
    expect(row?.inMs).toBeLessThanOrEqual(0);
    await look(runId);
    expect(await driver.states(ctx, runId)).toEqual(["done"]);
  });

  it("while others are looked up, or after days without an end, has a look after the first pause", async () => {
    const { runId } = await unknownRow();
    const row = await dueCancelPolls.takeOne(harness.pool, "a worker", { id: runId });
    if (row === null) throw new Error("nothing to look up");
    await driver.turn(runId);
    await dueCancelPolls.release(harness.pool, [{ row, pauseMs: null }]);
    const [again] = await waitingRows(harness.pool, ["resolve-bulk-cancels"]);
    expect(again?.inMs).toBeGreaterThan(0);

    await harness.pool.query(
      "update bulk_cancel_polls set attempt = 1000, due_at = now() + interval '1 day'",
    );
    await driver.turn(runId);
    expect(await waiting()).toMatchObject([{ attempt: 0 }]);
    const [soon] = await waitingRows(harness.pool, ["resolve-bulk-cancels"]);
    expect(soon?.inMs).toBeLessThan(60_000);
  });
});

describe("a row whose cancel may have hit a newer attempt of the customer says so", () => {
  const another = () =>
    harness.service.addPayment({ merchant_transaction_id: "PAY", transaction_status: "INITIATED" });
  const newer = { kind: "newer_may_be_cancelled" };
  const result = async (runId: string) =>
    (await driver.rows(ctx, runId)).map(({ state, faults }) => ({ state, faults }));

  async function beginRow() {
    const begun = await beginLost();
    harness.service.always(null);
    return begun;
  }

  it("when it is made during the call, and this payment is still INITIATED", async () => {
    const { runId } = await beginRow();
    harness.service.next("transaction_cancel", { kind: "meanwhile", act: another });
    await driver.finish(ctx, runId);
    expect(await result(runId)).toEqual([{ state: "unknown", faults: [newer] }]);
    expect(harness.service.callsOf("transaction_cancel")).toHaveLength(1);
  });

  it("when it is made during the call, and this payment has ended", async () => {
    const { runId, payment } = await beginRow();
    const act = (): void => {
      payment.transaction_status = "FAILURE";
      another();
    };
    harness.service.next("transaction_cancel", { kind: "meanwhile", act });
    await driver.finish(ctx, runId);
    expect(await result(runId)).toEqual([
      { state: "refused", faults: [{ kind: "status", status: "FAILURE" }, newer] },
    ]);
  });

  it("but not when the service refused the call: then nothing was cancelled", async () => {
    const { runId, payment } = await beginRow();
    const act = (): void => {
      payment.transaction_status = "FAILURE";
      harness.service.addPayment({ merchant_transaction_id: "PAY", transaction_status: "SUCCESS" });
    };
    harness.service.next("transaction_cancel", { kind: "meanwhile", act });
    await driver.finish(ctx, runId);
    expect(await result(runId)).toEqual([
      { state: "refused", faults: [{ kind: "status", status: "FAILURE" }] },
    ]);
  });

  it("when it is made after a lost response, until this payment has ended", async () => {
    const { runId, payment } = await beginLost();
    await driver.turn(runId);
    another();
    harness.service.always(null);
    harness.clock.advance(60_000);
    await driver.turn(runId);
    expect(await result(runId)).toEqual([{ state: "unknown", faults: [newer] }]);
    expect(harness.service.callsOf("transaction_cancel")).toHaveLength(1);

    payment.transaction_status = "DROP";
    await look(runId);
    expect(await result(runId)).toEqual([
      { state: "refused", faults: [{ kind: "status", status: "DROP" }, newer] },
    ]);
  });

  it("when the poll of an unknown outcome is the first to see it", async () => {
    const { runId } = await unknownRow();
    another();
    await look(runId);
    expect(await result(runId)).toEqual([{ state: "unknown", faults: [newer] }]);
    expect(await waiting()).toEqual([expect.objectContaining({ attempt: 1 })]);
  });

  it("but is done when this payment was cancelled and the customer tried again afterwards", async () => {
    const { runId } = await beginRow();
    harness.service.next("transaction_cancel", { kind: "meanwhile", act: () => undefined });
    harness.service.next("transaction_status", { kind: "meanwhile", act: () => undefined });
    harness.service.next("transaction_status", {
      kind: "answer",
      status: 502,
      body: "<html>",
      effect: false,
    });
    await driver.turn(runId);
    expect(await driver.states(ctx, runId)).toEqual(["ready"]);
    another();
    harness.clock.advance(60_000);
    await driver.turn(runId);
    expect(await result(runId)).toEqual([{ state: "done", faults: [] }]);
    expect(harness.service.callsOf("transaction_cancel")).toHaveLength(1);
  });
});

describe("a row whose earlier call was lost stays unknown", () => {
  it("when the service does not find its payment afterwards", async () => {
    const { payment, runId } = await beginLost();
    await driver.turn(runId);
    harness.service.always(null);
    harness.service.payments.delete("PAY");
    harness.clock.advance(60_000);
    await driver.turn(runId);
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);

    harness.service.payments.set("PAY", [{ ...payment, transaction_status: "CANCELLED" }]);
    await look(runId);
    expect(await driver.states(ctx, runId)).toEqual(["done"]);
  });

  it("when the service refuses its next call and the payment is still open", async () => {
    const { payment, runId } = await beginLost();
    await driver.turn(runId);
    harness.service.always("transaction_cancel", {
      kind: "answer",
      status: 400,
      body: '{"success":false,"message":"Not now.","data":null}',
      effect: false,
    });
    harness.clock.advance(60_000);
    await driver.turn(runId);
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);

    payment.transaction_status = "DROP";
    await look(runId);
    expect(await driver.states(ctx, runId)).toEqual(["refused"]);
  });
});

describe("stopped after a cancel of unknown outcome was sent", () => {
  it("a row that waits for its next turn is unknown, never unsent", async () => {
    const { runId } = await beginLost();
    await driver.turn(runId);
    expect(await driver.states(ctx, runId)).toEqual(["ready"]);
    await stopBulkRun(ctx, { runId });
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);
    await driver.turn(runId);
    expect(await waiting()).toHaveLength(1);
  });

  it("a row that is just in progress is unknown, never unsent", async () => {
    const { runId } = await beginLost();
    harness.service.next("transaction_cancel", {
      kind: "answer",
      status: 502,
      body: "<html>",
      effect: false,
    });
    const under = driver.turn(runId);
    await expect.poll(() => harness.service.callsOf("transaction_cancel").length).toBeGreaterThan(0);
    await stopBulkRun(ctx, { runId });
    await under;
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);
  });

  it("a row whose process died is unknown, never unsent; one that was never sent is unsent", async () => {
    const { runId } = await beginLost();
    await harness.pool.query(
      "update bulk_rows set state = 'sending', claimed_until = now(), claimed_at = $1, claimed_times = 1 where run_id = $2",
      [harness.clock.now(), runId],
    );
    await stopBulkRun(ctx, { runId });
    await harness.pass(10 * 60_000);
    await driver.turn(runId);
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);

    const other = await beginLost("OTHER");
    await stopBulkRun(ctx, { runId: other.runId });
    expect(await driver.states(ctx, other.runId)).toEqual(["not_sent"]);
  });
});
