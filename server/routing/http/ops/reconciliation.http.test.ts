import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { depsOn } from "@/tools/testing/routing/deps";
import { eventually, type MerchantCode } from "@/tools/testing/routing/merchant-code";
import { type Finding, Reconciler, type Run, seen } from "@/tools/testing/routing/reconciler";
import { startTestService, type TestServiceProcess } from "@/tools/testing/routing/service";
import { clearSimulatorScript, scriptSimulator } from "@/tools/testing/routing/simulator-script";
import { startDailyRuns } from "../../usecases/reconcile/start-run";

let service: TestServiceProcess;
let context: ReturnType<typeof depsOn>;
beforeAll(async () => {
  // No poll repairs during the tests, and the daily run, due at once, would be in progress when a test asks for one.
  service = await startTestService({
    GATEWAY_FIRST_LOOK_MS: "600000",
    SWEEP_INTERVAL_MS: "500",
    DAILY_RECONCILIATION: "off",
  });
  context = depsOn(service);
});
afterAll(async () => {
  await context.close();
  await service.stop();
});

let merchant: MerchantCode;
let reconciler: Reconciler;
beforeEach(async () => {
  merchant = await addMerchant(service);
  reconciler = new Reconciler(service, merchant);
});

describe("a run", () => {
  test("counts what it compared, what matched and what is left, with the money at stake", async () => {
    await merchant.payment();
    const differs = await merchant.payment();
    await reconciler.chargedAt(differs, 40_000);
    const missed = await reconciler.missedCharge();
    expect(await reconciler.run()).toMatchObject({
      state: "done",
      compared: 3,
      matched: 1,
      left: 2,
      repaired: 0,
      not_compared: [],
      at_stake: [{ currency: "INR", amount: "600.00", count: 2 }],
    });
    expect(await reconciler.findings()).toMatchObject([
      { problem: "ended_there", certain: true, here: { status: "INITIATED" }, there: { status: "SUCCESS" } },
      {
        problem: "amounts_differ",
        certain: false,
        here: { status: "SUCCESS", amount: "500.00" },
        there: { status: "SUCCESS", amount: "400.00" },
        stake_amount: "100.00",
      },
    ]);
    // A run that was not asked to repair changes nothing.
    expect(await reconciler.statusOf(missed)).toBe("INITIATED");
  });

  test("finds the simulator's payment whose money has left, and the payment has an alert", async () => {
    const payment = await merchant.payment({ transaction_amount: "500.95" });
    const alert = async () => {
      const body = { transaction_id: payment.transaction_id };
      return (await merchant.ops("POST", "/v1/ops/refunds/balance", body)).json;
    };
    expect(await alert()).toMatchObject({ transaction_status: "SUCCESS", alert: null });
    expect(await reconciler.run()).toMatchObject({ compared: 1, left: 1 });
    expect(await reconciler.findings()).toMatchObject([
      { problem: "unpaid_there", there: { status: "CLOSED" } },
    ]);
    expect(await alert()).toMatchObject({ transaction_status: "SUCCESS", alert: "charge_missing" });
  });

  test("repairs what is certain when it is asked to, and leaves the rest", async () => {
    const differs = await merchant.payment();
    await reconciler.chargedAt(differs, 40_000);
    const missed = await reconciler.missedCharge();
    expect(await reconciler.run({ repair: true })).toMatchObject({ matched: 0, repaired: 1, left: 1 });
    expect([await reconciler.statusOf(missed), await reconciler.statusOf(differs)]).toEqual([
      "SUCCESS",
      "SUCCESS",
    ]);
  });

  test("the same finding of a later run is the same, and its age counts from the first", async () => {
    const differs = await merchant.payment();
    await reconciler.chargedAt(differs, 40_000);
    await reconciler.run();
    const first = await reconciler.onlyFinding();
    const second = await reconciler.run();
    expect(await reconciler.onlyFinding({ run_id: second.run_id })).toEqual({
      ...first,
      last_seen_at: expect.any(String) as string,
    });
    await reconciler.chargedAt(differs, 30_000);
    await reconciler.run();
    expect(await reconciler.onlyFinding()).toMatchObject({
      finding_id: first.finding_id,
      first_seen_at: first.first_seen_at,
      version: 2,
      stake_amount: "200.00",
    });
  });

  test("a finding of another day is compared again, and closed when it has gone", async () => {
    const differs = await merchant.payment();
    await reconciler.chargedAt(differs, 40_000);
    await reconciler.run();
    await service.db.query(
      "update payments set completed_at = completed_at - interval '9 days' where id = $1",
      [differs.transaction_id],
    );
    expect(await reconciler.run()).toMatchObject({ compared: 1, left: 1 });
    await reconciler.chargedAt(differs, 50_000);
    expect(await reconciler.run()).toMatchObject({ compared: 1, matched: 1, left: 0 });
    expect(await reconciler.onlyFinding()).toMatchObject({ state: "gone" });
  });

  test("a gateway that does not answer is named and counted, and nothing of it has matched", async () => {
    const paid = await merchant.payment();
    await reconciler.chargedAt(paid, 40_000);
    await reconciler.run();
    await service.db.query("update payments set gateway = 'stripe' where id = $1", [paid.transaction_id]);
    await merchant.payment();
    expect(await reconciler.run()).toMatchObject({
      compared: 1,
      matched: 1,
      left: 0,
      not_compared: [{ gateway: "stripe", reason: 'gateway "stripe" is not configured here', count: 1 }],
    });
    // It is not known to have gone.
    expect(await reconciler.onlyFinding()).toMatchObject({ state: "open" });
  });

  test("one gateway alone is compared, and only its findings are closed; an unknown one, a day to come and more than a month are refused by field", async () => {
    const [own, other] = [await merchant.payment(), await merchant.payment()];
    for (const payment of [own, other]) await reconciler.chargedAt(payment, 40_000);
    await reconciler.run();
    for (const [table, id] of [
      ["payments", "id"],
      ["reconciliation_findings", "payment_id"],
    ] as const)
      await service.db.query(`update ${table} set gateway = 'stripe' where ${id} = $1`, [
        other.transaction_id,
      ]);
    await reconciler.chargedAt(own, 50_000);
    const ofOne = await reconciler.run({ gateway: "simulator" });
    expect(ofOne).toMatchObject({ compared: 1, matched: 1, left: 0, not_compared: [] });
    expect((await reconciler.findings()).map(({ state }) => state)).toEqual(["gone", "open"]);
    for (const [more, field] of [
      [{ gateway: "none" }, "gateway"],
      [{ until: "2999-01-01" }, "until"],
      [{ from: "2020-01-01" }, "from"],
    ] as const) {
      expect((await reconciler.start(more)).json).toMatchObject({ faults: [{ field }] });
    }
  });

  test("a request that is sent twice at once starts one run; another one is refused while it is not finished", async () => {
    await Promise.all(Array.from({ length: 30 }, () => merchant.payment({}, null)));
    const request = { request_id: randomUUID() };
    const replies = await Promise.all([
      reconciler.start(request),
      reconciler.start(request),
      reconciler.start(),
      reconciler.start(),
    ]);
    const ids = replies.filter(({ status }) => status === 200).map(({ json }) => (json as Run).run_id);
    expect(new Set(ids).size).toBe(1);
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    await reconciler.ended(ids[0] ?? "");
    const active = await service.db.query(
      "select count(*)::int as n from reconciliation_runs where merchant_id = (select max(id) from merchants)",
    );
    expect(active.rows).toEqual([{ n: 1 }]);
  });

  test("lists are paged, and another merchant sees nothing of it", async () => {
    for (let n = 0; n < 3; n += 1) await reconciler.chargedAt(await merchant.payment(), 40_000);
    const { run_id } = await reconciler.run();
    const first = (await reconciler.call("findings", { run_id, limit: 2 })).json as {
      findings: Finding[];
      next_cursor: string;
    };
    expect(first.findings).toHaveLength(2);
    const second = (await reconciler.call("findings", { run_id, limit: 2, cursor: first.next_cursor })).json;
    expect(second).toMatchObject({ findings: [{}], next_cursor: null });
    const other = await addMerchant(service);
    const [finding] = first.findings;
    if (finding === undefined) throw new Error("nothing was found");
    expect((await reconciler.call("findings", {}, other)).json).toMatchObject({ findings: [] });
    for (const [name, body] of [
      ["run", { run_id }],
      ["finding", { finding_id: finding.finding_id }],
      ["repair", seen(finding)],
    ] as const) {
      expect((await reconciler.call(name, body, other)).status).toBe(404);
    }
  });
});

describe("the daily run", () => {
  test("compares yesterday once for each merchant, and days on which nothing ran with it", async () => {
    const { rows } = await service.db.query<{ id: number }>("select max(id) as id from merchants");
    const { id } = rows[0] ?? { id: 0 };
    const daily = () =>
      service.db.query<{ from_day: string; until_day: string }>(
        `select from_day::text, until_day::text from reconciliation_runs
         where merchant_id = $1 and source = 'daily' order by id`,
        [id],
      );
    const at = (time: string) => ({ ...context.deps, clock: { now: () => new Date(time) } });
    await startDailyRuns(at("2026-03-02T00:59:00Z"), { repairs: false });
    await startDailyRuns(at("2026-03-02T00:59:30Z"), { repairs: false });
    await eventually(
      () => service.db.query("select from reconciliation_runs where state in ('queued', 'running')"),
      ({ rowCount }) => rowCount === 0,
      40_000,
    );
    await startDailyRuns(at("2026-03-05T01:00:00Z"), { repairs: false });
    expect((await daily()).rows).toEqual([
      { from_day: "2026-02-28", until_day: "2026-02-28" },
      { from_day: "2026-03-01", until_day: "2026-03-04" },
    ]);
  });
});

describe("payments that were paid in the weeks before", () => {
  test("are compared in turn by the daily runs, and money that has left is found and told (decision 0366)", async () => {
    const old = await Promise.all(Array.from({ length: 5 }, () => merchant.payment()));
    const { rows } = await service.db.query<{ id: number }>("select max(id) as id from merchants");
    const { id } = rows[0] ?? { id: 0 };
    await service.db.query(
      "update payments set completed_at = now() - interval '10 days' where merchant_id = $1",
      [id],
    );
    const [lost] = old;
    await service.db.query("delete from simulator.charges where checkout_id like '%' || $1", [
      lost?.transaction_id,
    ]);
    await startDailyRuns(context.deps, { repairs: false });
    const ended = await eventually(
      async () => ((await reconciler.call("runs", {})).json as { runs: Run[] }).runs,
      ([run]) => run?.state === "done",
      40_000,
    );
    expect(ended[0]).toMatchObject({
      compared: 5,
      left: 1,
      visited: { payments: 0, findings: 0, earlier_payments: 5 },
    });
    expect(await reconciler.onlyFinding()).toMatchObject({ problem: "unpaid_there" });
    const { rows: events } = await service.db.query(
      "select 1 from payment_events where payment_id = $1 and kind = 'charge_missing'",
      [lost?.transaction_id],
    );
    expect(events).toHaveLength(1);
    // A run of a day that somebody chose compares that day only.
    expect(await reconciler.run()).toMatchObject({ visited: { payments: 0, earlier_payments: 0 } });
  });
});

describe("after kill -9 during a run", () => {
  test("the run goes on where it was and counts each record once", async () => {
    await Promise.all(Array.from({ length: 40 }, () => merchant.payment({}, null)));
    const missed = await reconciler.missedCharge();
    await scriptSimulator(service.db, "fetch_payment", "slow", { times: 100, delayMs: 150 });
    const { run_id } = (await reconciler.start({ repair: true })).json as Run;
    await eventually(
      async () => (await reconciler.call("run", { run_id })).json as Run,
      ({ compared }) => compared > 0,
    );
    await service.killAndRestart();
    await clearSimulatorScript(service.db);
    expect(await reconciler.ended(run_id)).toMatchObject({
      state: "done",
      compared: 41,
      matched: 40,
      repaired: 1,
    });
    expect(await reconciler.statusOf(missed)).toBe("SUCCESS");
  });
});
