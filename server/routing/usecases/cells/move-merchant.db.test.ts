import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createLogger } from "@/server/platform/log";
import { addJob } from "@/server/platform/add-job";
import { createPool, type Pool } from "@/server/platform/pool";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";
import { createSaltBox } from "../../store/keys/salt-box";
import { findLeftJobs } from "../../store/cells/in-progress";
import { sharesOfMerchant } from "../../store/cells/merchant-tables";
import { sumRows } from "../../store/cells/copy-rows";
import { findUnfinishedMoves } from "../../store/cells/move-stage";
import { eventually } from "../../testing/merchant-code";
import { startTestService, TEST_SALT_KEY, type TestService } from "../../testing/service";
import { depsOn } from "../../testing/deps";
import { receiveNotification } from "../payments/receive-notification";
import { advanceRefund } from "../refunds/advance-refund";
import { nameCell, openCell } from "./cells";
import { clearMerchant } from "./clear-merchant";
import { handOverLeftJobs } from "./finish-move";
import { moveMerchant, type MoveStep, stayHere } from "./move-merchant";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MERCHANT = 1;
const LIMITS = { workMs: 500, endMs: 4_000, claimMs: 300 };
const APPLICATION = "test-mover";
const saltBox = createSaltBox(Buffer.from(TEST_SALT_KEY, "base64"));

/** The old cell runs, so that its workers and requests compete with the move; the new one is a database without processes. */
let service: TestService;
let target: MigratedDatabase;
let pools: { source: Pool; target: Pool };

const open = (connectionString: string): Pool =>
  createPool({
    connectionString,
    applicationName: APPLICATION,
    maxConnections: 4,
    logger: createLogger("test", "silent"),
  });

beforeAll(async () => {
  service = await startTestService();
  await nameCell(service.db, { name: "a", number: 0 });
  const hooks = await service.merchant.ops("POST", "/v1/ops/webhooks/create", {
    url: "http://127.0.0.1:65530/hooks",
    events: ["payment.succeeded"],
  });
  expect(hooks.status).toBeLessThan(300);
  const paid = await service.merchant.payment({ transaction_amount: "90.00" });
  await service.merchant.payment({ transaction_amount: "80.91" }, "failure");
  await service.merchant.payment({}, null);
  await service.merchant.refund(paid.transaction_id, "10.00", {}, { "Idempotency-Key": "refund-1" });
  await service.merchant.refund(paid.transaction_id, "5.92");
});
afterAll(() => service.stop());

beforeEach(async () => {
  target = await createMigratedDatabase("routing");
  await nameCell(target.pool, { name: "b", number: 1 });
  pools = { source: open(service.database.url), target: open(target.url) };
  return async () => {
    await pools.source.end();
    await pools.target.end();
    await target.drop();
    await service.db.query(
      "begin; set local paydeck.mover = 'on'; update merchants set move_stage = null, moved_to = null; commit",
    );
  };
});

async function move(onStep: (step: MoveStep) => void | Promise<void> = () => undefined): Promise<number> {
  const { rows } = await moveMerchant(
    {
      merchantId: MERCHANT,
      source: await openCell(pools.source),
      target: await openCell(pools.target),
      saltBox,
      hasSameAccounts: false,
    },
    { limits: LIMITS, onStep },
  );
  return rows;
}

type StageRow = { move_stage: string | null; moved_to: string | null };
const stageHere = async (): Promise<StageRow | undefined> =>
  (await service.db.query<StageRow>("select move_stage, moved_to from merchants where id = $1", [MERCHANT]))
    .rows[0];
const isThere = async (): Promise<boolean> =>
  (await target.pool.query("select from merchants where id = $1", [MERCHANT])).rowCount === 1;

/** What kill -9 of the command is for both databases: its sessions end, and what they had not committed is gone. */
async function crash(): Promise<never> {
  for (const { db } of [{ db: service.db }, { db: target.pool }])
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = $1 and pid <> pg_backend_pid() and datname = current_database()`,
      [APPLICATION],
    );
  throw new Error("the command was killed");
}

/** The command is a new process afterwards, and has connections of its own. */
async function openAgain(): Promise<void> {
  const dead = pools;
  pools = { source: open(service.database.url), target: open(target.url) };
  await Promise.all([dead.source.end(), dead.target.end()]);
}

test("a merchant moves with every row, each as it was, and the old cell has no job of it left", async () => {
  const steps: MoveStep[] = [];
  const rows = await move((step) => void steps.push(step));
  expect(steps).toEqual(["leaving", "ended", "frozen", "quiet", "copied", "moved", "arrived", "finished"]);
  expect(rows).toBeGreaterThan(15);
  expect(await stageHere()).toEqual({ move_stage: "moved", moved_to: "b" });
  const shares = await sharesOfMerchant(target.pool);
  const sums = async (db: Pool): Promise<unknown> =>
    Promise.all(shares.map(async (share) => [share.table, await sumRows(db, share, MERCHANT)]));
  await service.db.query("set timezone = 'UTC'");
  expect(await sums(pools.target)).toEqual(await sums(pools.source));
  const filled = [
    "payments",
    "refunds",
    "api_keys",
    "webhook_endpoints",
    "routing_rule_sets",
    "simulator.charges",
  ];
  for (const table of filled) {
    const share = shares.find((each) => each.table === table);
    if (share === undefined) throw new Error(`${table} is not copied`);
    expect([table, Number((await sumRows(target.pool, share, MERCHANT)).rows)]).not.toEqual([table, 0]);
  }
  const jobs = await service.db.query(
    "select from graphile_worker._private_jobs where payload ->> 'merchantId' = '1' and locked_at is null",
  );
  expect(jobs.rowCount).toBe(0);
});

test("what waits to be done moves too, at its time", async () => {
  await addJob(
    service.db,
    "look-up-payment",
    { merchantId: MERCHANT, paymentId: "TXN-OF-A-NOTIFICATION" },
    {
      key: "payment-hint:1:TXN-OF-A-NOTIFICATION",
      delayMs: 3_600_000,
    },
  );
  await move();
  const { rows } = await target.pool.query<{ payload: object; minutes: number }>(
    `select payload, extract(epoch from run_at - now())::float8 / 60 as minutes from graphile_worker._private_jobs
     where key = 'payment-hint:1:TXN-OF-A-NOTIFICATION'`,
  );
  expect(rows).toMatchObject([{ payload: { merchantId: MERCHANT, paymentId: "TXN-OF-A-NOTIFICATION" } }]);
  expect(rows[0]?.minutes).toBeGreaterThan(55);
});

/** As a worker leaves it after it was refused so often; 25 attempts are all. */
async function refused(attempts: number): Promise<string> {
  const key = `payment-hint:1:REFUSED-${String(attempts)}`;
  await addJob(service.db, "look-up-payment", { merchantId: MERCHANT, paymentId: "TXN-REFUSED" }, { key });
  await service.db.query(
    `update graphile_worker._private_jobs set attempts = $2, run_at = now() + interval '2 hours',
       last_error = 'merchant 1 is being moved to another cell' where key = $1`,
    [key, attempts],
  );
  return key;
}
const jobOf = async (db: Pool, key: string): Promise<unknown[]> =>
  (
    await db.query<Record<string, unknown>>(
      "select attempts, is_available, run_at <= now() as is_due from graphile_worker._private_jobs where key = $1",
      [key],
    )
  ).rows;
const FRESH = [{ attempts: 0, is_available: true, is_due: true }];

test.each([3, 25])(
  "a job that was refused %d times meanwhile starts at once in the new cell",
  async (attempts) => {
    let key = "";
    await move(async (step) => {
      if (step === "quiet") key = await refused(attempts);
    });
    expect(await jobOf(target.pool, key)).toEqual(FRESH);
    expect(await jobOf(pools.source, key)).toEqual([]);
  },
);

test("a job that was refused meanwhile starts at once when the merchant stays", async () => {
  let key = "";
  await expect(
    move(async (step) => {
      if (step !== "quiet") return;
      key = await refused(25);
      await crash();
    }),
  ).rejects.toThrow();
  await openAgain();
  expect(await jobOf(pools.source, key)).toMatchObject([{ is_available: false }]);
  await stayHere(pools.source, MERCHANT);
  // A worker takes it, finds no such payment, and tries again.
  await eventually(
    () => jobOf(pools.source, key),
    (jobs) => JSON.stringify(jobs).includes('"is_available":true'),
  );
  await service.db.query("delete from graphile_worker._private_jobs where key = $1", [key]);
});

test("a lookup that a notification causes during the move is done by the new cell", async () => {
  const { deps, close } = depsOn(service);
  const { rows } = await service.db.query<{ id: string }>(
    "select id from payments where merchant_id = 1 limit 1",
  );
  const reading = { kind: "payment", merchantId: MERCHANT, paymentId: rows[0]?.id, notificationId: "n" };
  const gateways = new Map([["simulator", { readNotification: () => Promise.resolve(reading) } as never]]);
  let received: unknown;
  await move(async (step) => {
    if (step === "copied")
      received = await receiveNotification({ ...deps, gateways }, "simulator", {} as never);
  });
  await close();
  expect(received).toMatchObject({ ok: true, value: { lookups: 1 } });
  expect(await jobOf(target.pool, `payment-hint:1:${rows[0]?.id ?? ""}`)).toEqual(FRESH);
});

/** As somebody adds it who asked before the move whether the merchant is here, and stalled as long as the move. */
async function addLate(): Promise<string> {
  const key = "payment-hint:1:TXN-LATE";
  await addJob(service.db, "look-up-payment", { merchantId: MERCHANT, paymentId: "TXN-LATE" }, { key });
  // A worker of the old cell tries it, and is refused.
  await eventually(
    async () => JSON.stringify(await jobOf(service.db, key)),
    (job) => job.includes('"attempts":1,"is_available":true'),
  );
  return key;
}

test("a job that is added to the old cell after the move is handed over by the command when it is repeated", async () => {
  await move();
  const key = await addLate();
  await move();
  expect(await jobOf(target.pool, key)).toEqual(FRESH);
});

test("a job that is added to the old cell after the move is handed over by the process that keeps the proxy's table", async () => {
  await move();
  const key = await addLate();
  const cells = [await openCell(pools.source), await openCell(pools.target)];
  const handedOver = [{ merchantId: MERCHANT, from: "a", to: "b", jobs: 1 }];
  expect(await handOverLeftJobs(cells)).toEqual({ handedOver, problems: [] });
  expect(await jobOf(target.pool, key)).toEqual(FRESH);
  expect(await handOverLeftJobs(cells)).toEqual({ handedOver: [], problems: [] });
});

test("a job of a merchant that no known cell has stays where it is", async () => {
  await move();
  const key = await addLate();
  expect(await handOverLeftJobs([await openCell(pools.source)])).toEqual({ handedOver: [], problems: [] });
  expect(await jobOf(service.db, key)).toHaveLength(1);
});

test("a worker of the old cell that wakes up after the move sends no refund", async () => {
  const { deps, close } = depsOn(service);
  const gateway = deps.gateways.get("simulator");
  if (gateway === undefined) throw new Error("no simulator");
  const send = vi.spyOn(gateway, "refund");
  await move();
  // As it was when the worker took its job: sent perhaps, and without an answer.
  await service.db.query(
    `begin; set local paydeck.mover = 'on';
     insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway, requested_at, is_unsent)
     select merchant_id, 'RFD-AWAKE', id, merchant_transaction_id, 100, currency, 'INITIATED', gateway, now(), false
     from payments where merchant_id = 1 and status = 'SUCCESS' limit 1; commit`,
  );
  await expect(advanceRefund(deps, { merchantId: MERCHANT, refundId: "RFD-AWAKE" })).rejects.toThrow(/moved/);
  expect(send).not.toHaveBeenCalled();
  await close();
  await service.db.query(
    "begin; set local paydeck.mover = 'on'; delete from refunds where id = 'RFD-AWAKE'; commit",
  );
});

test("numbers that the new cell gives out are above those that came", async () => {
  await move();
  const { rows } = await target.pool.query<{ next: string; newest: string }>(
    `select nextval('payment_events_id_seq') as next, (select max(id) from payment_events) as newest`,
  );
  expect(Number(rows[0]?.next)).toBeGreaterThan(Number(rows[0]?.newest));
});

test.each<MoveStep>(["leaving", "ended", "frozen", "quiet", "copied", "moved", "arrived", "finished"])(
  "killed after the step `%s`, the same command ends the move, and never do both cells act",
  async (killedAfter) => {
    const seen: MoveStep[] = [];
    await expect(
      move(async (step) => {
        seen.push(step);
        if (step === killedAfter) await crash();
      }),
    ).rejects.toThrow();
    await openAgain();
    expect(seen.at(-1)).toBe(killedAfter);
    const hasGivenUp = ["moved", "arrived", "finished"].includes(killedAfter);
    const hasArrived = ["arrived", "finished"].includes(killedAfter);
    const stages = hasGivenUp ? ["moved"] : ["leaving", "frozen"];
    expect(stages).toContain((await stageHere())?.move_stage);
    expect(await isThere()).toBe(hasArrived);
    const refused = await service.merchant.initiate();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);

    await move();
    expect(await stageHere()).toEqual({ move_stage: "moved", moved_to: "b" });
    expect(await isThere()).toBe(true);
    expect((await service.merchant.initiate()).status).toBe(503);
  },
);

test("a merchant that moves again, because the new cell was restored, is on the move since then", async () => {
  await move();
  const first = await target.pool.query<{ at: Date }>("select now() as at");
  // As a restore of a backup from before the move leaves it.
  const restored = await createMigratedDatabase("routing");
  await nameCell(restored.pool, { name: "b", number: 1 });
  const lost = pools.target;
  pools.target = open(restored.url);
  await expect(move((step) => (step === "moved" ? crash() : undefined))).rejects.toThrow();
  const [unfinished] = await findUnfinishedMoves(service.db);
  expect(unfinished).toMatchObject({ merchantId: MERCHANT, stage: "moved" });
  expect(unfinished?.since?.getTime()).toBeGreaterThan(first.rows[0]?.at.getTime() ?? Infinity);
  await Promise.all([lost.end(), pools.source.end(), pools.target.end()]);
  await restored.drop();
  pools = { source: open(service.database.url), target: open(target.url) };
});

test("before the old cell has given it up, a merchant can stay, and its work goes on", async () => {
  await expect(move(async (step) => (step === "copied" ? crash() : undefined))).rejects.toThrow();
  await openAgain();
  expect(await stayHere(pools.source, MERCHANT)).toBe(true);
  const payment = await service.merchant.payment();
  const { refund_id: id } = (await service.merchant.refund(payment.transaction_id, "10.00")).json as {
    refund_id: string;
  };
  await eventually(
    async () => JSON.stringify((await service.merchant.refundStatus(id)).json),
    (text) => text.includes("SUCCESS"),
  );
  await move();
  expect(await stayHere(pools.source, MERCHANT)).toBe(false);
});

test("a transaction that began before the merchant was frozen is waited for, and what it wrote moves", async () => {
  const early = await service.db.connect();
  await early.query("begin");
  await early.query("insert into forgotten_references values ($1, 'EARLY') on conflict do nothing", [
    MERCHANT,
  ]);
  await move((step) => {
    if (step === "frozen") setTimeout(() => void early.query("commit").then(() => early.release()), 300);
  });
  expect((await target.pool.query("select from forgotten_references")).rowCount).toBe(1);
});

test("a transaction that stays open has the merchant stay, and its requests are answered again", async () => {
  const open = await service.db.connect();
  await open.query("begin; select 1");
  await expect(move()).rejects.toThrow(/stay open.*stays where it is/);
  await open.query("rollback");
  open.release();
  expect(await stageHere()).toEqual({ move_stage: null, moved_to: null });
  expect((await service.merchant.initiate()).status).toBe(201);
});

test("a copy that the new cell refuses has the merchant stay, and leaves nothing behind", async () => {
  await target.pool.query("alter table payments add constraint refuses check (amount_paise < 0) not valid");
  await expect(move()).rejects.toThrow(/violates check constraint "refuses"/);
  expect(await stageHere()).toEqual({ move_stage: null, moved_to: null });
  expect(await isThere()).toBe(false);
  expect((await service.merchant.initiate()).status).toBe(201);
});

test("a job that a living worker runs is waited for, and one of a dead worker is not", async () => {
  await service.db.query(
    `insert into graphile_worker._private_jobs (task_id, payload, locked_at, locked_by)
     select id, '{"merchantId": 1}', now(), 'worker-x' from graphile_worker._private_tasks limit 1`,
  );
  const lease = (seenAt: string): Promise<unknown> =>
    service.db.query(
      `insert into job_worker_leases values ('worker-x', ${seenAt})
       on conflict (worker_id) do update set seen_at = excluded.seen_at`,
    );
  await lease("now() + interval '1 minute'");
  await expect(move()).rejects.toThrow(/still runs a job/);
  expect(await stageHere()).toEqual({ move_stage: null, moved_to: null });
  await lease("now() - interval '1 minute'");
  await move();
  await service.db.query("delete from graphile_worker._private_jobs where locked_by = 'worker-x'");
});

test("two commands do not move one merchant at the same time", async () => {
  await move(async (step) => {
    if (step === "leaving") await expect(move()).rejects.toThrow("Another command moves this merchant");
  });
});

test("rows of a frozen merchant do not change, whoever writes", async () => {
  await move();
  for (const statement of [
    "update payments set udf1 = 'x' where merchant_id = 1",
    "insert into forgotten_references values (1, 'LATE')",
    "delete from webhook_endpoints where merchant_id = 1",
    "update merchants set rate_burst = 5 where id = 1",
    "insert into simulator.charges values ('simco_1_TXN1', 'simpay_late', 100, 'INR', 'SUCCESS', now())",
  ])
    await expect(service.db.query(statement), statement).rejects.toMatchObject({ code: "PDMOV" });
});

test("what has moved is cleared in the old cell, and can come back", async () => {
  await expect(clearMerchant(MERCHANT, await openCell(pools.source), [])).rejects.toThrow(
    "has not moved away",
  );
  const rows = await move();
  const cells = async () => ({ from: await openCell(pools.source), to: await openCell(pools.target) });
  const { from, to } = await cells();
  await expect(clearMerchant(MERCHANT, from, [from])).rejects.toThrow("does not have the merchant yet");
  const back = { merchantId: MERCHANT, source: to, target: from, saltBox, hasSameAccounts: false };
  await expect(moveMerchant(back, { limits: LIMITS })).rejects.toThrow("still has the rows");
  expect(await clearMerchant(MERCHANT, from, [to])).toBeGreaterThanOrEqual(rows);
  await moveMerchant(back, { limits: LIMITS });
  const payment = await service.merchant.payment();
  expect((await service.merchant.refund(payment.transaction_id, "10.00")).status).toBe(201);
  // The other tests find the merchant where it was.
  expect(await clearMerchant(MERCHANT, to, [from])).toBeGreaterThan(0);
});

test("what comes back while it is to be cleared is kept", async () => {
  await move();
  const [from, to] = [await openCell(pools.source), await openCell(pools.target)];
  const returning = await service.db.connect();
  await returning.query(
    "begin; set local paydeck.mover = 'on'; update merchants set moved_to = 'b' where id = 1",
  );
  const cleared = expect(clearMerchant(MERCHANT, from, [to])).rejects.toThrow("has come back");
  await expect
    .poll(async () => {
      const waiting = await service.db.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and application_name = $1",
        [APPLICATION],
      );
      return waiting.rowCount;
    })
    .toBe(1);
  await returning.query("update merchants set move_stage = null, moved_to = null where id = 1; commit");
  returning.release();
  await cleared;
  expect((await service.merchant.initiate()).status).toBe(201);
});

test("nothing begins that would lose or double something", async () => {
  const other = createSaltBox(Buffer.alloc(32, "another-key"));
  const from = await openCell(pools.source);
  const to = await openCell(pools.target);
  const wrongKey = { merchantId: MERCHANT, source: from, target: to, saltBox: other, hasSameAccounts: false };
  await expect(moveMerchant(wrongKey)).rejects.toThrow(/ROUTING_SALT_KEY does not open/);
  await expect(moveMerchant({ ...wrongKey, saltBox, merchantId: 99 })).rejects.toThrow(/no merchant 99/);
  await expect(moveMerchant({ ...wrongKey, saltBox, target: from })).rejects.toThrow(/different names/);
  await target.pool.query(`insert into refund_hold (backup_made_at, restored_at) values (now(), now())`);
  await expect(move()).rejects.toThrow(/held since its restore/);
  await target.pool.query("delete from refund_hold");
  await target.pool.query("insert into merchants (name) values ('Sandbox')");
  await expect(move()).rejects.toThrow(/has the name "Sandbox"/);
  await target.pool.query("delete from merchants");
  await service.db.query("update payments set gateway = 'stripe' where id = (select min(id) from payments)");
  await expect(move()).rejects.toThrow(/payments at stripe.*has none there/);
  await target.pool.query("insert into configured_vendors values ('stripe', now())");
  await expect(move()).rejects.toThrow(/--same-accounts/);
  await service.db.query("update payments set gateway = 'simulator'");
  expect(await stageHere()).toEqual({ move_stage: null, moved_to: null });
});

test("a job that is added to the old cell after the move is named, and handed over before its rows are cleared", async () => {
  await move();
  const key = await addLate();
  expect(await findLeftJobs(service.db)).toEqual([{ merchantId: MERCHANT, movedTo: "b", jobs: 1 }]);
  await clearMerchant(MERCHANT, await openCell(pools.source), [await openCell(pools.target)]);
  expect(await jobOf(target.pool, key)).toEqual(FRESH);
  expect(await findLeftJobs(service.db)).toEqual([]);
});
