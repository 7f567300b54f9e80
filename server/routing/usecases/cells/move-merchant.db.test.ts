import { expect, test, vi } from "vitest";
import { createMigratedDatabase } from "@/server/checks/migrated-database";
import type { Pool } from "@/server/platform/pool";
import { createSaltBox } from "../../store/keys/salt-box";
import { sumRows } from "../../store/cells/copy-rows";
import { sharesOfMerchant } from "../../store/cells/merchant-tables";
import { findUnfinishedMoves } from "../../store/cells/move-stage";
import { eventually } from "../../testing/merchant-code";
import { APPLICATION, LIMITS, MERCHANT, saltBox, useMovingMerchant } from "../../testing/moving-merchant";
import { nameCell, openCell } from "./cells";
import { clearMerchant } from "./clear-merchant";
import { moveMerchant, type MoveStep, stayHere } from "./move-merchant";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const cells = useMovingMerchant();
const { open, move, stageHere, isThere, crash, openAgain } = cells;

test("a merchant moves with every row, each as it was, and the old cell has no job of it left", async () => {
  const steps: MoveStep[] = [];
  const rows = await move((step) => void steps.push(step));
  expect(steps).toEqual(["leaving", "ended", "frozen", "quiet", "copied", "moved", "arrived", "finished"]);
  expect(rows).toBeGreaterThan(15);
  expect(await stageHere()).toEqual({ move_stage: "moved", moved_to: "b" });
  const shares = await sharesOfMerchant(cells.target.pool);
  const sums = async (db: Pool): Promise<unknown> =>
    Promise.all(shares.map(async (share) => [share.table, await sumRows(db, share, MERCHANT)]));
  await cells.service.db.query("set timezone = 'UTC'");
  expect(await sums(cells.pools.target)).toEqual(await sums(cells.pools.source));
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
    expect([table, Number((await sumRows(cells.target.pool, share, MERCHANT)).rows)]).not.toEqual([table, 0]);
  }
  const jobs = await cells.service.db.query(
    "select from graphile_worker._private_jobs where payload ->> 'merchantId' = '1' and locked_at is null",
  );
  expect(jobs.rowCount).toBe(0);
});

test("numbers that the new cell gives out are above those that came", async () => {
  await move();
  const { rows } = await cells.target.pool.query<{ next: string; newest: string }>(
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
    const refused = await cells.service.merchant.initiate();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);

    await move();
    expect(await stageHere()).toEqual({ move_stage: "moved", moved_to: "b" });
    expect(await isThere()).toBe(true);
    expect((await cells.service.merchant.initiate()).status).toBe(503);
  },
);

test("a merchant that moves again, because the new cell was restored, is on the move since then", async () => {
  await move();
  const first = await cells.target.pool.query<{ at: Date }>("select now() as at");
  // As a restore of a backup from before the move leaves it.
  const restored = await createMigratedDatabase("routing");
  await nameCell(restored.pool, { name: "b", number: 1 });
  const lost = cells.pools.target;
  cells.pools.target = open(restored.url);
  await expect(move((step) => (step === "moved" ? crash() : undefined))).rejects.toThrow();
  const [unfinished] = await findUnfinishedMoves(cells.service.db);
  expect(unfinished).toMatchObject({ merchantId: MERCHANT, stage: "moved" });
  expect(unfinished?.since?.getTime()).toBeGreaterThan(first.rows[0]?.at.getTime() ?? Infinity);
  await Promise.all([lost.end(), cells.pools.source.end(), cells.pools.target.end()]);
  await restored.drop();
  cells.pools = { source: open(cells.service.database.url), target: open(cells.target.url) };
});

test("before the old cell has given it up, a merchant can stay, and its work goes on", async () => {
  await expect(move(async (step) => (step === "copied" ? crash() : undefined))).rejects.toThrow();
  await openAgain();
  expect(await stayHere(cells.pools.source, MERCHANT)).toBe(true);
  const payment = await cells.service.merchant.payment();
  const { refund_id: id } = (await cells.service.merchant.refund(payment.transaction_id, "10.00")).json as {
    refund_id: string;
  };
  await eventually(
    async () => JSON.stringify((await cells.service.merchant.refundStatus(id)).json),
    (text) => text.includes("SUCCESS"),
  );
  await move();
  expect(await stayHere(cells.pools.source, MERCHANT)).toBe(false);
});

test("a transaction that began before the merchant was frozen is waited for, and what it wrote moves", async () => {
  const early = await cells.service.db.connect();
  await early.query("begin");
  await early.query("insert into forgotten_references values ($1, 'EARLY') on conflict do nothing", [
    MERCHANT,
  ]);
  await move((step) => {
    if (step === "frozen") setTimeout(() => void early.query("commit").then(() => early.release()), 300);
  });
  expect((await cells.target.pool.query("select from forgotten_references")).rowCount).toBe(1);
});

test("a transaction that stays open has the merchant stay, and its requests are answered again", async () => {
  const open = await cells.service.db.connect();
  await open.query("begin; select 1");
  await expect(move()).rejects.toThrow(/stay open.*stays where it is/);
  await open.query("rollback");
  open.release();
  expect(await stageHere()).toEqual({ move_stage: null, moved_to: null });
  expect((await cells.service.merchant.initiate()).status).toBe(201);
});

test("a copy that the new cell refuses has the merchant stay, and leaves nothing behind", async () => {
  await cells.target.pool.query(
    "alter table payments add constraint refuses check (amount_paise < 0) not valid",
  );
  await expect(move()).rejects.toThrow(/violates check constraint "refuses"/);
  expect(await stageHere()).toEqual({ move_stage: null, moved_to: null });
  expect(await isThere()).toBe(false);
  expect((await cells.service.merchant.initiate()).status).toBe(201);
});

test("a job that a living worker runs is waited for, and one of a dead worker is not", async () => {
  await cells.service.db.query(
    `insert into graphile_worker._private_jobs (task_id, payload, locked_at, locked_by)
     select id, '{"merchantId": 1}', now(), 'worker-x' from graphile_worker._private_tasks limit 1`,
  );
  const lease = (seenAt: string): Promise<unknown> =>
    cells.service.db.query(
      `insert into job_worker_leases values ('worker-x', ${seenAt})
       on conflict (worker_id) do update set seen_at = excluded.seen_at`,
    );
  await lease("now() + interval '1 minute'");
  await expect(move()).rejects.toThrow(/still runs a job/);
  expect(await stageHere()).toEqual({ move_stage: null, moved_to: null });
  await lease("now() - interval '1 minute'");
  await move();
  await cells.service.db.query("delete from graphile_worker._private_jobs where locked_by = 'worker-x'");
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
    await expect(cells.service.db.query(statement), statement).rejects.toMatchObject({ code: "PDMOV" });
});

test("what has moved is cleared in the old cell, and can come back", async () => {
  await expect(clearMerchant(MERCHANT, await openCell(cells.pools.source), [])).rejects.toThrow(
    "has not moved away",
  );
  const rows = await move();
  const bothCells = async () => ({
    from: await openCell(cells.pools.source),
    to: await openCell(cells.pools.target),
  });
  const { from, to } = await bothCells();
  await expect(clearMerchant(MERCHANT, from, [from])).rejects.toThrow("does not have the merchant yet");
  const back = { merchantId: MERCHANT, source: to, target: from, saltBox, hasSameAccounts: false };
  await expect(moveMerchant(back, { limits: LIMITS })).rejects.toThrow("still has the rows");
  expect(await clearMerchant(MERCHANT, from, [to])).toBeGreaterThanOrEqual(rows);
  await moveMerchant(back, { limits: LIMITS });
  const payment = await cells.service.merchant.payment();
  expect((await cells.service.merchant.refund(payment.transaction_id, "10.00")).status).toBe(201);
  // The other tests find the merchant where it was.
  expect(await clearMerchant(MERCHANT, to, [from])).toBeGreaterThan(0);
});

test("what comes back while it is to be cleared is kept", async () => {
  await move();
  const [from, to] = [await openCell(cells.pools.source), await openCell(cells.pools.target)];
  const returning = await cells.service.db.connect();
  await returning.query(
    "begin; set local paydeck.mover = 'on'; update merchants set moved_to = 'b' where id = 1",
  );
  const cleared = expect(clearMerchant(MERCHANT, from, [to])).rejects.toThrow("has come back");
  await expect
    .poll(async () => {
      const waiting = await cells.service.db.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and application_name = $1",
        [APPLICATION],
      );
      return waiting.rowCount;
    })
    .toBe(1);
  await returning.query("update merchants set move_stage = null, moved_to = null where id = 1; commit");
  returning.release();
  await cleared;
  expect((await cells.service.merchant.initiate()).status).toBe(201);
});

test("nothing begins that would lose or double something", async () => {
  const other = createSaltBox(Buffer.alloc(32, "another-key"));
  const from = await openCell(cells.pools.source);
  const to = await openCell(cells.pools.target);
  const wrongKey = { merchantId: MERCHANT, source: from, target: to, saltBox: other, hasSameAccounts: false };
  await expect(moveMerchant(wrongKey)).rejects.toThrow(/ROUTING_SALT_KEY does not open/);
  await expect(moveMerchant({ ...wrongKey, saltBox, merchantId: 99 })).rejects.toThrow(/no merchant 99/);
  await expect(moveMerchant({ ...wrongKey, saltBox, target: from })).rejects.toThrow(/different names/);
  await cells.target.pool.query(
    `insert into refund_hold (backup_made_at, restored_at) values (now(), now())`,
  );
  await expect(move()).rejects.toThrow(/held since its restore/);
  await cells.target.pool.query("delete from refund_hold");
  await cells.target.pool.query("insert into merchants (name) values ('Sandbox')");
  await expect(move()).rejects.toThrow(/has the name "Sandbox"/);
  await cells.target.pool.query("delete from merchants");
  await cells.service.db.query(
    "update payments set gateway = 'stripe' where id = (select min(id) from payments)",
  );
  await expect(move()).rejects.toThrow(/payments at stripe.*has none there/);
  await cells.target.pool.query("insert into configured_vendors values ('stripe', now())");
  await expect(move()).rejects.toThrow(/--same-accounts/);
  await cells.service.db.query("update payments set gateway = 'simulator'");
  expect(await stageHere()).toEqual({ move_stage: null, moved_to: null });
});
