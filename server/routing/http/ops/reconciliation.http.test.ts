import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMerchant } from "../../testing/add-merchant";
import { depsOn } from "../../testing/deps";
import { type CreatedPayment, eventually, type MerchantCode, type Reply } from "../../testing/merchant-code";
import { startTestService, type TestService } from "../../testing/service";
import { clearSimulatorScript, scriptSimulator } from "../../testing/simulator-script";
import { startDailyRuns } from "../../usecases/reconcile/start-run";

let service: TestService;
let context: ReturnType<typeof depsOn>;
beforeAll(async () => {
  // No poll repairs during the tests.
  service = await startTestService({ GATEWAY_FIRST_LOOK_MS: "600000", SWEEP_INTERVAL_MS: "500" });
  context = depsOn(service);
});
afterAll(async () => {
  await context.close();
  await service.stop();
});

let merchant: MerchantCode;
beforeEach(async () => {
  merchant = await addMerchant(service);
});

const TODAY = new Date().toISOString().slice(0, 10);
type Run = {
  run_id: string;
  state: string;
  compared: number;
  matched: number;
  repaired: number;
  settled: number;
  gone: number;
  left: number;
  not_compared: { gateway: string; reason: string; count: number }[];
  at_stake: { currency: string; amount: string; count: number }[];
};
type Finding = {
  finding_id: string;
  version: number;
  problem: string;
  certain: boolean;
  state: string;
  first_seen_at: string;
  here: { status: string; amount: string | null };
  there: { status: string; amount: string | null } | null;
  stake_amount: string;
};

const call = (name: string, body: object, as = merchant): Promise<Reply> =>
  as.ops("POST", `/v1/ops/reconciliation/${name}`, body);
const start = (more: object = {}): Promise<Reply> =>
  call("start", { request_id: randomUUID(), from: TODAY, until: TODAY, ...more });
async function run(more: object = {}): Promise<Run> {
  const reply = await start(more);
  if (reply.status !== 200) throw new Error(reply.text);
  const { run_id } = reply.json as Run;
  return ended(run_id);
}
const ended = (runId: string): Promise<Run> =>
  eventually(
    async () => (await call("run", { run_id: runId })).json as Run,
    ({ state }) => state === "done" || state === "broken",
    40_000,
  );
const findings = async (filter: object = {}): Promise<Finding[]> =>
  ((await call("findings", filter)).json as { findings: Finding[] }).findings;
async function onlyFinding(filter: object = {}): Promise<Finding> {
  const found = await findings(filter);
  const [first] = found;
  if (first === undefined || found.length !== 1) throw new Error(JSON.stringify(found));
  return first;
}
const seen = ({ finding_id, version }: Finding) => ({ finding_id, version });

/** The gateway charged the customer, and its report was lost. */
const charge = (payment: CreatedPayment): Promise<unknown> =>
  service.db.query(
    `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
     select gateway_checkout_id, 'simpay_' || id || merchant_id, amount_paise, currency, 'SUCCESS', now()
     from payments where id = $1 and merchant_id = (select max(id) from merchants)`,
    [payment.transaction_id],
  );
const chargedAt = (payment: CreatedPayment, paise: number): Promise<unknown> =>
  service.db.query(`update simulator.charges set amount_paise = $2 where checkout_id like '%' || $1`, [
    payment.transaction_id,
    paise,
  ]);
async function missedCharge(): Promise<CreatedPayment> {
  const payment = await merchant.payment({}, null);
  await charge(payment);
  return payment;
}
const statusOf = async (payment: CreatedPayment): Promise<unknown> =>
  (await merchant.records(payment.merchant_transaction_id))[0]?.transaction_status;

describe("a run", () => {
  test("counts what it compared, what matched and what is left, with the money at stake", async () => {
    await merchant.payment();
    const differs = await merchant.payment();
    await chargedAt(differs, 40_000);
    const missed = await missedCharge();
    expect(await run()).toMatchObject({
      state: "done",
      compared: 3,
      matched: 1,
      left: 2,
      repaired: 0,
      not_compared: [],
      at_stake: [{ currency: "INR", amount: "600.00", count: 2 }],
    });
    expect(await findings()).toMatchObject([
      {
        problem: "amounts_differ",
        certain: false,
        here: { status: "SUCCESS", amount: "500.00" },
        there: { status: "SUCCESS", amount: "400.00" },
        stake_amount: "100.00",
      },
      { problem: "ended_there", certain: true, here: { status: "INITIATED" }, there: { status: "SUCCESS" } },
    ]);
    // A run that was not asked to repair changes nothing.
    expect(await statusOf(missed)).toBe("INITIATED");
  });

  test("repairs what is certain when it is asked to, and leaves the rest", async () => {
    const differs = await merchant.payment();
    await chargedAt(differs, 40_000);
    const missed = await missedCharge();
    expect(await run({ repair: true })).toMatchObject({ matched: 0, repaired: 1, left: 1 });
    expect([await statusOf(missed), await statusOf(differs)]).toEqual(["SUCCESS", "SUCCESS"]);
  });

  test("the same finding of a later run is the same, and its age counts from the first", async () => {
    const differs = await merchant.payment();
    await chargedAt(differs, 40_000);
    await run();
    const first = await onlyFinding();
    const second = await run();
    expect(await onlyFinding({ run_id: second.run_id })).toEqual({
      ...first,
      last_seen_at: expect.any(String) as string,
    });
    await chargedAt(differs, 30_000);
    await run();
    expect(await onlyFinding()).toMatchObject({
      finding_id: first.finding_id,
      first_seen_at: first.first_seen_at,
      version: 2,
      stake_amount: "200.00",
    });
  });

  test("a finding of another day is compared again, and closed when it has gone", async () => {
    const differs = await merchant.payment();
    await chargedAt(differs, 40_000);
    await run();
    await service.db.query(
      "update payments set completed_at = completed_at - interval '9 days' where id = $1",
      [differs.transaction_id],
    );
    expect(await run()).toMatchObject({ compared: 1, left: 1 });
    await chargedAt(differs, 50_000);
    expect(await run()).toMatchObject({ compared: 1, matched: 1, left: 0 });
    expect(await onlyFinding()).toMatchObject({ state: "gone" });
  });

  test("a gateway that does not answer is named and counted, and nothing of it has matched", async () => {
    const paid = await merchant.payment();
    await chargedAt(paid, 40_000);
    await run();
    await service.db.query("update payments set gateway = 'stripe' where id = $1", [paid.transaction_id]);
    await merchant.payment();
    expect(await run()).toMatchObject({
      compared: 1,
      matched: 1,
      left: 0,
      not_compared: [{ gateway: "stripe", reason: 'gateway "stripe" is not configured here', count: 1 }],
    });
    // It is not known to have gone.
    expect(await onlyFinding()).toMatchObject({ state: "open" });
  });

  test("one gateway alone; an unknown one, a day to come and more than a month are refused by field", async () => {
    await merchant.payment();
    expect(await run({ gateway: "simulator" })).toMatchObject({ compared: 1 });
    for (const [more, field] of [
      [{ gateway: "none" }, "gateway"],
      [{ until: "2999-01-01" }, "until"],
      [{ from: "2020-01-01" }, "from"],
    ] as const) {
      expect((await start(more)).json).toMatchObject({ faults: [{ field }] });
    }
  });

  test("a request that is sent twice at once starts one run; another one is refused while it is not finished", async () => {
    await Promise.all(Array.from({ length: 30 }, () => merchant.payment({}, null)));
    const request = { request_id: randomUUID() };
    const replies = await Promise.all([start(request), start(request), start(), start()]);
    const ids = replies.filter(({ status }) => status === 200).map(({ json }) => (json as Run).run_id);
    expect(new Set(ids).size).toBe(1);
    expect(replies.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    await ended(ids[0] ?? "");
    const active = await service.db.query(
      "select count(*)::int as n from reconciliation_runs where merchant_id = (select max(id) from merchants)",
    );
    expect(active.rows).toEqual([{ n: 1 }]);
  });

  test("lists are paged, and another merchant sees nothing of it", async () => {
    for (let n = 0; n < 3; n += 1) await chargedAt(await merchant.payment(), 40_000);
    const { run_id } = await run();
    const first = (await call("findings", { run_id, limit: 2 })).json as {
      findings: Finding[];
      next_cursor: string;
    };
    expect(first.findings).toHaveLength(2);
    const second = (await call("findings", { run_id, limit: 2, cursor: first.next_cursor })).json;
    expect(second).toMatchObject({ findings: [{}], next_cursor: null });
    const other = await addMerchant(service);
    const [finding] = first.findings;
    if (finding === undefined) throw new Error("nothing was found");
    expect((await call("findings", {}, other)).json).toMatchObject({ findings: [] });
    for (const [name, body] of [
      ["run", { run_id }],
      ["finding", { finding_id: finding.finding_id }],
      ["repair", seen(finding)],
    ] as const) {
      expect((await call(name, body, other)).status).toBe(404);
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

describe("a repair", () => {
  test("makes the one change, and a repeated request returns it", async () => {
    const missed = await missedCharge();
    await run();
    const finding = await onlyFinding();
    const reply = await call("repair", { ...seen(finding), requested_by: "Meera" });
    expect(reply.json).toMatchObject({ state: "repaired", repair_requested_by: "Meera" });
    expect(await statusOf(missed)).toBe("SUCCESS");
    expect((await call("repair", { ...seen(finding), requested_by: "Arjun" })).json).toMatchObject({
      state: "repaired",
      repair_requested_by: "Meera",
    });
  });

  test("two people at once: one repair, one event, and money that came late goes back once", async () => {
    const late = await merchant.payment({}, null);
    await merchant.cancel(late.merchant_transaction_id);
    await charge(late);
    await run();
    const finding = await onlyFinding();
    expect(finding.problem).toBe("late_money");
    const replies = await Promise.all(
      ["Meera", "Arjun", "Meera", "Arjun"].map((by) =>
        call("repair", { ...seen(finding), requested_by: by }),
      ),
    );
    for (const { status } of replies) expect([200, 409]).toContain(status);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    const reversals = await service.db.query("select from reversals where payment_id = $1", [
      late.transaction_id,
    ]);
    expect(reversals.rowCount).toBe(1);
    expect(await onlyFinding()).toMatchObject({ state: "repaired" });
  });

  test("is refused for what only a person can decide, and when what was found has changed", async () => {
    const differs = await merchant.payment();
    await chargedAt(differs, 40_000);
    await run();
    const finding = await onlyFinding();
    expect((await call("repair", seen(finding))).status).toBe(409);
    const missed = await missedCharge();
    await run();
    const certain = await onlyFinding({ problem: "ended_there" });
    await chargedAt(missed, 100);
    const reply = await call("repair", seen(certain));
    expect([reply.status, reply.json]).toEqual([
      409,
      { detail: "The finding has changed. Look at it again." },
    ]);
    expect(await statusOf(missed)).toBe("INITIATED");
  });

  test("changes nothing while the gateway does not answer", async () => {
    const missed = await missedCharge();
    await run();
    const finding = await onlyFinding();
    await service.db.query("update payments set gateway = 'stripe' where id = $1", [missed.transaction_id]);
    expect((await call("repair", seen(finding))).status).toBe(409);
    expect([await statusOf(missed), (await onlyFinding()).state]).toEqual(["INITIATED", "open"]);
  });
});

describe("a settlement", () => {
  const settle = (finding: Finding, more: object = {}): Promise<Reply> =>
    call("settle", {
      ...seen(finding),
      settlement_id: "S-1",
      evidence: "The settlement report lists it.",
      vendor_reference: "SR-318",
      proposed_by: "Meera",
      confirmed_by: "Arjun",
      ...more,
    });
  async function differing(): Promise<{ payment: CreatedPayment; finding: Finding }> {
    const payment = await merchant.payment();
    await chargedAt(payment, 40_000);
    await run();
    return { payment, finding: await onlyFinding() };
  }

  test("closes the finding, once, and later runs do not open it again while the facts are the same", async () => {
    const { payment, finding } = await differing();
    expect((await settle(finding)).json).toMatchObject({
      state: "settled",
      settlement: { vendor_reference: "SR-318", proposed_by: "Meera", confirmed_by: "Arjun" },
    });
    expect((await settle(finding)).status).toBe(200);
    expect((await settle(finding, { settlement_id: "S-2" })).status).toBe(409);
    expect(await run()).toMatchObject({ left: 0, settled: 1, matched: 0 });
    await chargedAt(payment, 30_000);
    expect(await run()).toMatchObject({ left: 1, settled: 0 });
    expect(await statusOf(payment)).toBe("SUCCESS");
  });

  test("is refused for one person alone, after a change, and for what can be repaired", async () => {
    const { payment, finding } = await differing();
    expect((await settle(finding, { confirmed_by: "Meera" })).json).toMatchObject({
      faults: [{ field: "confirmed_by" }],
    });
    await chargedAt(payment, 30_000);
    await run();
    expect((await settle(finding)).status).toBe(409);
    await missedCharge();
    await run();
    expect((await settle(await onlyFinding({ problem: "ended_there" }))).status).toBe(409);
  });
});

describe("after kill -9 during a run", () => {
  test("the run goes on where it was and counts each record once", async () => {
    await Promise.all(Array.from({ length: 40 }, () => merchant.payment({}, null)));
    const missed = await missedCharge();
    await scriptSimulator(service.db, "fetch_payment", "slow", { times: 100, delayMs: 150 });
    const { run_id } = (await start({ repair: true })).json as Run;
    await eventually(
      async () => (await call("run", { run_id })).json as Run,
      ({ compared }) => compared > 0,
    );
    await service.killAndRestart();
    await clearSimulatorScript(service.db);
    expect(await ended(run_id)).toMatchObject({ state: "done", compared: 41, matched: 40, repaired: 1 });
    expect(await statusOf(missed)).toBe("SUCCESS");
  });
});
