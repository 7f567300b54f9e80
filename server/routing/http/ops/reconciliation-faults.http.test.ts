import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runExclusive } from "@/server/platform/run-exclusive";
import { findRun } from "../../store/reconciliation/runs";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { depsOn } from "@/tools/testing/routing/deps";
import { eventually, type MerchantCode } from "@/tools/testing/routing/merchant-code";
import { Reconciler, TODAY } from "@/tools/testing/routing/reconciler";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { clearSimulatorScript, scriptSimulator } from "@/tools/testing/routing/simulator-script";
import { runClaim } from "../../usecases/reconcile/claims";
import { driveRun } from "../../usecases/reconcile/drive-run";
import { startDailyRuns, startRun } from "../../usecases/reconcile/start-run";

let service: TestService;
let context: ReturnType<typeof depsOn>;
beforeAll(async () => {
  service = await startTestService({ GATEWAY_FIRST_LOOK_MS: "600000", SWEEP_INTERVAL_MS: "500" });
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

async function merchantId(): Promise<number> {
  const { rows } = await service.db.query<{ id: number }>("select max(id) as id from merchants");
  return rows[0]?.id ?? 0;
}

test("a day that no calendar of the database has is refused by field", async () => {
  for (const day of ["0000-01-01", "0001-01-01"]) {
    const reply = await reconciler.start({ from: day, until: day });
    expect([reply.status, reply.json]).toMatchObject([400, { faults: [{ field: "from" }] }]);
  }
});

test("the days of a daily run that broke are compared by the next one", async () => {
  const id = await merchantId();
  const add = (from: string, until: string, state: string) =>
    service.db.query(
      `insert into reconciliation_runs (merchant_id, source, from_day, until_day, repairs, state, requested_at, finished_at,
         position) values ($1, 'daily', $2, $3, false, $4, now(), now(), '{"phase":"end"}')`,
      [id, from, until, state],
    );
  await add("2026-03-01", "2026-03-02", "broken");
  await startDailyRuns(
    { ...context.deps, clock: { now: () => new Date("2026-03-04T01:00:00Z") } },
    { repairs: false },
  );
  const newest = await service.db.query(
    `select from_day::text, until_day::text from reconciliation_runs where merchant_id = $1 order by id desc limit 1`,
    [id],
  );
  expect(newest.rows).toEqual([{ from_day: "2026-03-01", until_day: "2026-03-03" }]);
});

test("a failed reversal that was paid after all stays a finding until people have settled it", async () => {
  const late = await merchant.payment({}, null);
  await merchant.cancel(late.merchant_transaction_id);
  const id = await merchantId();
  await service.db.query(
    `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
     select gateway_checkout_id, 'simpay_' || id || merchant_id, amount_paise, currency, 'SUCCESS', now()
     from payments where id = $1 and merchant_id = $2`,
    [late.transaction_id, id],
  );
  await reconciler.run({ repair: true });
  const status = async () =>
    (
      await service.db.query<{ status: string }>(
        "select status from refunds where kind = 'reversal' and merchant_id = $1",
        [id],
      )
    ).rows[0]?.status;
  await eventually(status, (now) => now === "SUCCESS", 45_000);
  await service.db.query(
    "update refunds set status = 'FAILURE' where kind = 'reversal' and merchant_id = $1",
    [id],
  );
  expect(await reconciler.run()).toMatchObject({ left: 1 });
  const open = async () =>
    (await reconciler.call("findings", { state: ["open"] })).json as {
      findings: { finding_id: string; version: number; problem: string }[];
    };
  expect(await open()).toMatchObject({ findings: [{ record: "reversal", problem: "refunded_there" }] });
  const again = await reconciler.run();
  expect(await open()).toMatchObject({ findings: [{ record: "reversal", problem: "refunded_there" }] });
  expect(again).toMatchObject({ left: 1 });
  const [finding] = (await open()).findings;
  const settled = await reconciler.call("settle", {
    finding_id: finding?.finding_id,
    version: finding?.version,
    settlement_id: "S-1",
    evidence: "It was not sent by hand.",
    vendor_reference: "SR-1",
    proposed_by: "Meera",
    confirmed_by: "Arjun",
  });
  expect(settled.status).toBe(200);
  expect(await reconciler.run()).toMatchObject({ left: 0 });
  expect(await open()).toEqual({ findings: [], next_cursor: null });
});

test("a slice ends in time also where nothing is to be compared", async () => {
  await merchant.payment();
  const id = await merchantId();
  // The claim comes first: the service's own worker would otherwise finish the run before this slice.
  const slice = await runExclusive(context.deps.sessions, runClaim(id), async (claim) => {
    const { rows } = await service.db.query<{ id: bigint }>(
      `insert into reconciliation_runs (merchant_id, source, from_day, until_day, repairs, state, requested_at, position)
       values ($1, 'request', current_date, current_date, false, 'running', now(), '{"phase":"payment","afterId":null}')
       returning id`,
      [id],
    );
    const own = await findRun(context.deps.pool, id, BigInt(rows[0]?.id ?? 0));
    if (own === null) throw new Error("no run");
    const end = await driveRun(context.deps, own, claim, { sliceMs: 0 });
    return { end, saved: await findRun(context.deps.pool, id, own.id) };
  });
  expect(slice).toMatchObject({
    kind: "done",
    value: {
      end: "more",
      // No payment is open, so the run has moved on to the second part.
      saved: { position: { phase: "payment", place: { part: 1 } } },
    },
  });
});

test("a record that throws at each attempt is left out, and the others are compared", async () => {
  const [broken, other] = await Promise.all([merchant.payment(), merchant.payment()]);
  await service.db.query("update payments set amount_paise = amount_paise + 1 where id = any($1)", [
    [broken.transaction_id, other.transaction_id],
  ]);
  const id = await merchantId();
  await service.db.query(
    `alter table reconciliation_findings add constraint fails check (record_id <> '${broken.transaction_id}') not valid`,
  );
  try {
    const drive = async (tries: number) =>
      runExclusive(context.deps.sessions, runClaim(id), async (claim) => {
        const { rows } = await service.db.query<{ id: bigint }>(
          `insert into reconciliation_runs (merchant_id, source, from_day, until_day, repairs, state, requested_at, tries,
             position)
           values ($1, 'request', current_date, current_date, false, 'running', now(), $2,
             '{"phase":"payment","afterId":null}') returning id`,
          [id, tries],
        );
        const own = await findRun(context.deps.pool, id, BigInt(rows[0]?.id ?? 0));
        if (own === null) throw new Error("no run");
        try {
          await driveRun(context.deps, own, claim, { sliceMs: null });
        } finally {
          await service.db.query(
            "update reconciliation_runs set state = 'done', finished_at = now() where id = $1 and state = 'running'",
            [own.id],
          );
        }
        return findRun(context.deps.pool, id, own.id);
      });
    // It may have been a passing error: the run is repeated.
    await expect(drive(0)).rejects.toThrow("fails");
    expect(await drive(3)).toMatchObject({
      kind: "done",
      value: {
        state: "done",
        notCompared: [
          { count: 1, reason: expect.stringContaining(`payment ${broken.transaction_id}: `) as string },
        ],
      },
    });
    const { rows } = await service.db.query(
      "select record_id from reconciliation_findings where merchant_id = $1",
      [id],
    );
    expect(rows).toEqual([{ record_id: other.transaction_id }]);
  } finally {
    await service.db.query("alter table reconciliation_findings drop constraint fails");
  }
});

test("reconciliations of many merchants with a slow gateway do not delay a refund", async () => {
  const paid = await merchant.payment();
  const others = await Promise.all(Array.from({ length: 12 }, () => addMerchant(service)));
  for (const other of others) for (let n = 0; n < 3; n += 1) await other.payment({}, null);
  await scriptSimulator(service.db, "fetch_payment", "slow", { times: 1000, delayMs: 4_000 });
  try {
    for (const other of others) expect((await reconciler.start({}, other)).status).toBe(200);
    await eventually(
      () =>
        service.db.query(
          "select from reconciliation_runs where state = 'running' and requested_at > now() - interval '1 minute'",
        ),
      ({ rowCount }) => (rowCount ?? 0) > 1,
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    const begun = performance.now();
    await merchant.refund(paid.transaction_id, "10.00");
    await eventually(
      () =>
        service.db.query("select from refunds where payment_id = $1 and status = 'SUCCESS'", [
          paid.transaction_id,
        ]),
      ({ rowCount }) => rowCount === 1,
      60_000,
    );
    expect(performance.now() - begun).toBeLessThan(8_000);
  } finally {
    await clearSimulatorScript(service.db);
  }
});

test("a reconciliation that ends while another one is started does not prevent it", async () => {
  const id = await merchantId();
  await service.db.query(
    `insert into reconciliation_runs (merchant_id, source, from_day, until_day, repairs, state, requested_at, position)
     values ($1, 'request', current_date, current_date, false, 'running', now(), '{"phase":"end"}')`,
    [id],
  );
  // It ends between the insert that it prevents and the next statement.
  let ended = 0;
  const { pool } = context.deps;
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    return new Proxy(client, {
      get(inner, key) {
        const value = Reflect.get(inner, key) as unknown;
        if (typeof value !== "function") return value;
        const call = value.bind(inner) as (...args: unknown[]) => unknown;
        if (key !== "query") return call;
        return async (...args: unknown[]) => {
          const response = await call(...args);
          if (String(args[0]).includes("insert into reconciliation_runs") && ended === 0)
            ended =
              (
                await service.db.query(
                  "update reconciliation_runs set state = 'done', finished_at = now() where merchant_id = $1",
                  [id],
                )
              ).rowCount ?? 0;
          return response;
        };
      },
    });
  };
  const query = pool.query.bind(pool);
  const racing = new Proxy(pool, {
    get: (inner, key) =>
      key === "connect" ? connect : key === "query" ? query : (Reflect.get(inner, key) as unknown),
  });
  const started = await startRun({ ...context.deps, pool: racing }, id, {
    requestId: randomUUID(),
    days: { from: TODAY, until: TODAY },
    gateway: null,
    repairs: false,
    requestedBy: null,
  });
  expect([ended, started]).toMatchObject([1, { ok: true }]);
});
