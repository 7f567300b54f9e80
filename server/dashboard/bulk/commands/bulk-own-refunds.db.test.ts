import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { approveRequest } from "../../approvals/commands/approve-request";
import type { Ctx } from "../../context";
import { requestRefund } from "../../refunds/commands/request-refund";
import { resolveRefundIntent } from "../../refunds/jobs/resolve-refund-intent";
import { resolveIntent } from "../../refunds/store/refund-intent-moves";
import { findIntent } from "../../refunds/store/refund-intents";
import { setRule } from "../../testing/approvals";
import { BulkDriver, BUSY } from "../../testing/bulk";
import { dieBefore } from "../../testing/dying-pool";
import { type Harness, startHarness } from "../../testing/harness";
import { poolAround } from "../../testing/pool-around";
import { refundInput } from "../../testing/refund-input";
import { endBulkRow } from "../store/bulk-row-moves";
import { stopBulkRun } from "./stop-bulk-run";

let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const LOCKS_A_REQUEST = /for update of a\b/;
const FOLLOWS_REFUNDS = /update bulk_rows r[^;]*from refund_intents i/;
const WAITS_FOR_A_ROW =
  "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

async function startedBelowTheThreshold(): Promise<string> {
  const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
  expect((await driver.start(ctx, runId)).kind).toBe("started");
  await setRule(harness, "5.00");
  return runId;
}

async function waitingRequest(): Promise<string> {
  const { rows } = await harness.pool.query<{ id: string }>(
    "select id from approval_requests where state = 'WAITING'",
  );
  return rows[0]?.id ?? "";
}

/** The process is killed before it withdraws the row's request, and an earlier version leaves the row ready. */
async function leftReady(): Promise<{ runId: string; approvalId: string }> {
  const runId = await startedBelowTheThreshold();
  const dying = dieBefore(harness.services.pool, 1, (sql) => LOCKS_A_REQUEST.test(sql));
  await expect(driver.turn(runId, { ...harness.services, pool: dying })).rejects.toThrow("killed");
  await harness.pass(120_000);
  await leaveReady();
  return { runId, approvalId: await waitingRequest() };
}

const leaveReady = () => harness.pool.query("update bulk_rows set state = 'ready'");

function certainlyNotSent(intentId: string): Promise<boolean> {
  const answer = { state: "NOT_SENT", trouble: { kind: "unavailable" } } as const;
  return resolveIntent(harness.pool, intentId, answer, harness.clock.now());
}

/** The approver confirms that the row itself is no duplicate of its request. */
async function approve(approvalId: string): Promise<unknown> {
  const decision = { approvalId, note: "", confirmedDuplicates: [approvalId] };
  return approveRequest(await harness.ctxOf("admin"), decision);
}

/** The request is approved just before the run withdraws it, and a busy service does not take the refund. */
function approvedButNotSent(then: () => Promise<unknown> = () => Promise.resolve()): Harness["pool"] {
  return poolAround(harness.services.pool, { when: "before", matches: LOCKS_A_REQUEST }, async () => {
    harness.service.next("refund_initiate", BUSY);
    const outcome = await approve(await waitingRequest());
    expect(outcome).toMatchObject({ kind: "approved_refund", refund: { kind: "not_sent" } });
    await then();
  });
}

async function laterTurns(runId: string): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await harness.pass(120_000);
    await driver.turn(runId);
  }
}

describe("a row whose own refund's outcome is stored while the run is stopped", () => {
  const REFUSED = {
    kind: "answer",
    status: 400,
    body: '{"success":false,"message":"Refund period is over.","data":null}',
    effect: false,
  } as const;

  /** An outcome of an unknown refund that is stored between two statements of the stop, until they make it wait. */
  async function outcomeDuringTheStop(store: (intentId: string) => Promise<unknown>): Promise<string> {
    const { runId, approvalId } = await leftReady();
    harness.service.next("refund_initiate", { kind: "drop", when: "before" });
    expect(await approve(approvalId)).toMatchObject({ kind: "approved_refund" });
    expect((await findIntent(harness.pool, approvalId))?.state).toBe("UNKNOWN");
    await leaveReady();
    let storing: Promise<unknown> = Promise.resolve();
    const pool = poolAround(harness.services.pool, { when: "after", matches: FOLLOWS_REFUNDS }, async () => {
      storing = store(approvalId);
      await expect
        .poll(async () => (await harness.pool.query(WAITS_FOR_A_ROW)).rowCount, { timeout: 5_000 })
        .toBe(1);
    });
    expect((await stopBulkRun({ ...ctx, pool }, { runId })).kind).toBe("done");
    await storing;
    return runId;
  }

  it("takes the refusal", async () => {
    const runId = await outcomeDuringTheStop(async (intentId) => {
      harness.service.next("refund_initiate", REFUSED);
      await resolveRefundIntent(harness.services, { intentId, attempt: 0 });
    });
    expect(await driver.states(ctx, runId)).toEqual(["refused"]);
  });

  it("is not sent once the refund certainly was not", async () => {
    const runId = await outcomeDuringTheStop((intentId) => certainlyNotSent(intentId));
    expect(await driver.states(ctx, runId)).toEqual(["not_sent"]);
  });
});

describe("a row whose own request is approved before it is withdrawn, and whose refund was not sent", () => {
  async function expectNothingSent(runId: string): Promise<void> {
    const { rows } = await harness.pool.query("select state from refund_intents");
    expect(rows).toEqual([{ state: "NOT_SENT" }]);
    expect(harness.service.refunds).toEqual([]);
    expect(await driver.states(ctx, runId)).toEqual(["not_sent"]);
  }

  it("is not sent when the run is stopped at that moment", async () => {
    const runId = await startedBelowTheThreshold();
    const pool = approvedButNotSent(() => stopBulkRun(ctx, { runId }));
    await driver.turn(runId, { ...harness.services, pool });
    await laterTurns(runId);
    await expectNothingSent(runId);
  });

  it("is not sent when the run is stopped afterwards", async () => {
    const runId = await startedBelowTheThreshold();
    await driver.turn(runId, { ...harness.services, pool: approvedButNotSent() });
    await stopBulkRun(ctx, { runId });
    await laterTurns(runId);
    await expectNothingSent(runId);
  });

  it("says that it was approved and not sent when the run goes on", async () => {
    const runId = await startedBelowTheThreshold();
    await driver.turn(runId, { ...harness.services, pool: approvedButNotSent() });
    await harness.pass(120_000);
    await driver.finish(ctx, runId);
    await expectNothingSent(runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([{ faults: [{ kind: "approved_not_sent" }] }]);
  });
});

describe("a row whose own refund is being sent", () => {
  it("is not called unknown before its refund is", async () => {
    const { runId, approvalId } = await leftReady();
    await harness.pool.query("update bulk_rows set state = 'sending'");
    const act = async (): Promise<void> => {
      await endBulkRow(harness.pool, { id: approvalId, claimedTimes: 1 }, { state: "unknown" });
      expect(await driver.states(ctx, runId)).toEqual(["sending"]);
    };
    harness.service.next("refund_initiate", { kind: "meanwhile", act });
    expect(await approve(approvalId)).toMatchObject({ kind: "approved_refund" });
    expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
  });

  it("is not sent once its refund certainly was not, also if it was called unknown before", async () => {
    const { runId, approvalId } = await leftReady();
    const act = async (): Promise<void> => {
      await harness.pool.query("update bulk_rows set state = 'unknown'");
      await certainlyNotSent(approvalId);
    };
    harness.service.next("refund_initiate", { kind: "meanwhile", act });
    await approve(approvalId);
    expect(await driver.states(ctx, runId)).toEqual(["not_sent"]);
  });

  it("is not called unsent by a stop that did not see its refund, and the next turn follows it", async () => {
    const { runId, approvalId } = await leftReady();
    const act = async (): Promise<void> => {
      await harness.pool.query("update bulk_rows set claimed_times = 0");
      await stopBulkRun(ctx, { runId });
      // The stop has looked for refunds before this one was stored.
      expect(await driver.states(ctx, runId)).toEqual(["ready"]);
      await harness.pool.query("update bulk_rows set claimed_times = 1");
      await driver.turn(runId);
      expect(await driver.states(ctx, runId)).toEqual(["sending"]);
    };
    harness.service.next("refund_initiate", { kind: "meanwhile", act });
    expect(await approve(approvalId)).toMatchObject({ kind: "approved_refund" });
    expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
  });
});

it.each([
  ["REFUSED", "message = 'No'", "refused"],
  ["NOT_SENT", "trouble = 'unavailable'", "not_sent"],
])(
  "a row that an earlier version left unknown although its refund is %s is repaired",
  async (state, and, expected) => {
    const runId = await driver.sendRefunds(ctx, driver.refunds(2));
    await harness.pool.query(
      `update refund_intents set state = '${state}', ${and}, refund_id = null, refund_status = null, completed_at = null
     where reference = 'PAY-1'`,
    );
    await harness.pool.query("update bulk_rows set state = 'unknown' where reference = 'PAY-1'");
    const migration = "server/dashboard/store/migrations/0077_bulk-rows-follow-their-refund-while-ready.sql";
    const text = await readFile(join(projectRoot(), migration), "utf8");
    // Without its function, of which a later migration has another version.
    await harness.pool.query(text.slice(text.lastIndexOf("update bulk_rows r")));
    expect(await driver.states(ctx, runId)).toEqual([expected, "accepted"]);
  },
);

it("follows no refund of another payment, which nobody can send under the row's id", async () => {
  harness.service.addPayment({ merchant_transaction_id: "MEANT" });
  const other = harness.service.addPayment({ merchant_transaction_id: "OTHER" });
  const runId = await driver.prepare(ctx, "refund", "reference,amount\nMEANT,400.00");
  const [row] = await driver.rows(ctx, runId);
  const input = { ...refundInput(other, { amount: "0.01" }), intentId: row?.rowId ?? "" };
  expect((await requestRefund(await harness.ctxOf("finance"), input)).kind).toBe("invalid");
  // A refund of an earlier version may have it.
  await harness.pool.query(`insert into refund_ledgers (transaction_id) values ($1)`, [other.transaction_id]);
  await harness.pool.query(
    `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
       requested_at, state, sent_at) values ($1, $2, 'OTHER', 'http://service.example', 1, 'INR', $3, now(), 'SENDING', now())`,
    [row?.rowId, other.transaction_id, ctx.actor.userId],
  );
  await harness.pool.query("update refund_intents set state = 'UNKNOWN' where id = $1", [row?.rowId]);
  expect(await driver.states(ctx, runId)).toEqual(["ready"]);
});
