import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Pool } from "@/server/platform/pool";
import { areRefundsHeld, holdRefunds, releaseRefunds } from "@/server/platform/refund-hold";
import { createPoolBeside } from "@/server/platform/pool";
import { runExclusive } from "@/server/platform/run-exclusive";
import { createVault } from "../auth/vault";
import { holdWorkFromBackup } from "../bulk/jobs/hold-work-from-backup";
import type { Ctx } from "../context";
import { readDashboardWork } from "../monitoring/read-work";
import { requestRefund } from "../refunds/commands/request-refund";
import { listRefunds } from "../refunds/queries/list-refunds";
import { readRefundFilter } from "../refunds/domain/refund-filter";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { countUnreadableAccounts, resealAccounts } from "./commands/reseal-credentials";
import { openCredentials, sealCredentials } from "./credentials";
import { createAccounts } from "./registry";
import { findMemberRole } from "./store/members";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { kindOf, waitingRows } from "@/tools/testing/dashboard/due-work";
import { startWorkers } from "../jobs/workers";
import { systemClock } from "@/server/platform/clock";

let harness: Harness;
let second: SecondAccount;

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
}, 60_000);
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

describe("the tables of an account", () => {
  it("are those of the first one, none missing", async () => {
    const { rows } = await harness.pool.query<{ schema: string; tables: string[] }>(
      `select table_schema as schema, array_agg(table_name::text order by table_name) as tables
       from information_schema.tables where table_schema in ('public', 'account_2')
       group by 1 order by 1`,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.tables).toEqual(rows[1]?.tables);
  });

  it("are the only ones that its connections find", async () => {
    const { pool } = await second.services();
    const { rows } = await pool.query<{ path: string; table: string }>(
      `select current_setting('search_path') as path, 'refund_intents'::regclass::oid::text as table`,
    );
    const own = await harness.pool.query<{ table: string }>(
      `select 'account_2.refund_intents'::regclass::oid::text as table`,
    );
    expect(rows).toEqual([{ path: "account_2", ...own.rows[0] }]);
  });
});

describe("a refund of one account", () => {
  it("is sent to its own service, and is in no list, audit log or job of the other", async () => {
    const payment = second.service.addPayment({ merchant_transaction_id: "ORD-B" });
    harness.service.addPayment({ merchant_transaction_id: "ORD-B", transaction_id: payment.transaction_id });
    const finance = await second.ctxOf("finance");
    const outcome = await requestRefund(finance, refundInput(payment, { amount: "10.00" }));
    expect(outcome).toMatchObject({ kind: "accepted" });
    expect(second.service.refunds).toHaveLength(1);
    expect(harness.service.refunds).toHaveLength(0);

    const { filter } = readRefundFilter({}, harness.clock.now());
    const lists = await Promise.all(
      [finance, await harness.ctxOf("finance")].map((ctx) => listRefunds(ctx, { filter, cursor: "" })),
    );
    expect(lists.map(({ refunds }) => refunds.length)).toEqual([1, 0]);
    expect(await actions(harness.pool, "account_2")).toContain("refund_requested");
    expect(await actions(harness.pool, "public")).not.toContain("refund_requested");
    const factors = () => Promise.resolve({ kind: "read", value: { unreadable: 0 } } as const);
    const work = await readDashboardWork(harness.services.pool, harness.clock.now(), factors, [finance.pool]);
    expect(work.refunds).toContainEqual(expect.objectContaining({ state: "in_progress", count: 1 }));
    expect(await waitingRows(finance.pool, ["track-refund"])).toHaveLength(1);
    expect(await waitingRows(harness.pool, ["track-refund"])).toEqual([]);
  });

  it("holds a claim that the same name of the other account does not share", async () => {
    const { pool } = await second.services();
    const held = await runExclusive(pool, "one name", async () => ({
      same: (await runExclusive(pool, "one name", () => Promise.resolve(null))).kind,
      other: (await runExclusive(harness.services.pool, "one name", () => Promise.resolve(null))).kind,
    }));
    expect(held).toEqual({ kind: "done", value: { same: "busy", other: "done" } });
  });
});

describe("a due row", () => {
  it("is worked on with the services of its account, although those of an earlier one cannot be read", async () => {
    const finance = await second.ctxOf("finance");
    const payment = second.service.addPayment({ merchant_transaction_id: "ORD-D" });
    await requestRefund(finance, refundInput(payment, { amount: "10.00" }));
    const clock = systemClock;
    const home = { ...harness.services, clock };
    const services = { ...(await second.services()), clock };
    const [account] = await second.accounts.list();
    if (account === undefined) throw new Error("there is no second account");
    const workers = await startWorkers({
      home,
      accounts: {
        ...second.accounts,
        list: () => Promise.resolve([{ ...account, id: 99 }, account]),
        findById: (id) =>
          id === account.id
            ? Promise.resolve(services)
            : Promise.reject(new Error("a row that cannot be read")),
      },
      pool: harness.services.pool,
      onJobDone: () => undefined,
    });
    try {
      await vi.waitFor(() => expect(second.service.callsOf("refund_status")).not.toEqual([]), {
        timeout: 30_000,
        interval: 100,
      });
    } finally {
      await workers.stop();
    }
    expect(harness.service.callsOf("refund_status")).toEqual([]);
  });

  it("is worked on with changed credentials while a step with the earlier ones still waits for a response", async () => {
    const finance = await second.ctxOf("finance");
    const clock = systemClock;
    const changed = { ...(await second.services()), clock };
    const calls: (() => void)[] = [];
    const silent = (): Promise<never> =>
      new Promise((_, reject) => calls.push(() => reject(new Error("the test is over"))));
    const routing = Object.create(changed.routing, {
      refundStatus: { value: silent },
    }) as typeof changed.routing;
    let current = { ...changed, routing };
    const refundOf = async (reference: string): Promise<string> => {
      const payment = second.service.addPayment({ merchant_transaction_id: reference });
      const outcome = await requestRefund(finance, refundInput(payment, { amount: "10.00" }));
      if (outcome.kind !== "accepted") throw new Error(`the refund was not made: ${outcome.kind}`);
      return outcome.refundId;
    };
    // As many as one process follows at a time: another one has to wait for a later worker.
    const atOnce = kindOf("track-refund").atOnce;
    for (let n = 0; n < atOnce; n += 1) await refundOf(`ORD-E${n}`);
    const workers = await startWorkers({
      home: { ...harness.services, clock },
      accounts: { ...second.accounts, findById: () => Promise.resolve(current) },
      pool: harness.services.pool,
      onJobDone: () => undefined,
    });
    try {
      await vi.waitFor(() => expect(calls).toHaveLength(atOnce), { timeout: 45_000, interval: 100 });
      current = changed;
      const later = await refundOf("ORD-F");
      await vi.waitFor(
        async () => {
          const { rows } = await finance.pool.query(
            "select due_at > now() + interval '1 minute' as is_polled from tracked_refunds where refund_id = $1",
            [later],
          );
          expect(rows).toEqual([{ is_polled: true }]);
        },
        { timeout: 45_000, interval: 100 },
      );
    } finally {
      for (const end of calls) end();
      await workers.stop();
    }
  }, 120_000);
});

describe("a change of an account", () => {
  it("holds at once in every registry of every process", async () => {
    const services = harness.connect();
    const other = createAccounts({
      home: services,
      openPool: (scope) =>
        createPoolBeside(services.pool, { maxConnections: 1, scope, logger: services.logger }),
      prepareSchema: () => Promise.resolve(),
      timeoutMs: 1_000,
    });
    expect(await other.find("second")).not.toBeNull();
    const rename = (name: string, closed: string) =>
      harness.pool.query(
        `update accounts set name = $1, closed_at = ${closed}, version = version + 1 where slug = 'second'`,
        [name],
      );
    await rename("Renamed", "now()");
    for (const registry of [other, second.accounts]) {
      expect(await registry.find("second")).toBeNull();
      expect((await registry.findById(2))?.account.name).toBe("Renamed");
    }
    await rename("Account second", "null");
    for (const registry of [other, second.accounts])
      expect((await registry.find("second"))?.account.name).toBe("Account second");
    await other.stop();
  });
});

describe("a person of an account", () => {
  it("is renamed and deactivated everywhere at once, and comes back only where nobody removed them", async () => {
    const [stays, removed] = [await harness.ctxOf("ops"), await harness.ctxOf("ops")];
    for (const { actor } of [stays, removed]) await second.ctxOf("finance", actor);
    const { pool } = await second.services();
    const roleOf = (ctx: Ctx) => findMemberRole(pool, ctx.actor.userId);
    await pool.query("update people set deactivated_at = now() - interval '1 day' where id = $1", [
      removed.actor.userId,
    ]);
    expect([await roleOf(stays), await roleOf(removed)]).toEqual(["finance", null]);

    const ids = [stays.actor.userId, removed.actor.userId];
    await harness.services.pool.query(
      "update people set deactivated_at = now(), name = 'Renamed' where id = any($1)",
      [ids],
    );
    expect([await roleOf(stays), await roleOf(removed)]).toEqual([null, null]);
    await harness.services.pool.query("update people set deactivated_at = null where id = any($1)", [ids]);
    expect([await roleOf(stays), await roleOf(removed)]).toEqual(["finance", null]);
    const { rows } = await pool.query("select distinct name from people where id = any($1)", [ids]);
    expect(rows).toEqual([{ name: "Renamed" }]);
  });
});

describe("a person who is the last admin of an account", () => {
  it("is deactivated with the installation's person", async () => {
    const { actor } = await harness.ctxOf("support");
    const { pool } = await second.services();
    await pool.query("update people set deactivated_at = now() where role = 'admin'").catch(() => undefined);
    await second.ctxOf("admin", actor);
    await pool.query("update people set deactivated_at = now() where role = 'admin' and id <> $1", [
      actor.userId,
    ]);
    const { rowCount } = await harness.services.pool.query(
      "update people set deactivated_at = now() where id = $1",
      [actor.userId],
    );
    expect(rowCount).toBe(1);
    expect(await findMemberRole(pool, actor.userId)).toBeNull();
  });
});

describe("an account's credentials", () => {
  it("do not open for another account, nor with another key", () => {
    const { vault } = harness.services;
    const sealed = sealCredentials(vault, "second", { apiKey: "key", apiSalt: "salt" });
    expect(openCredentials(vault, "second", sealed)).toEqual({ apiKey: "key", apiSalt: "salt" });
    expect(openCredentials(vault, "third", sealed)).toBeNull();
    expect(openCredentials(createVault("test-another-secret"), "second", sealed)).toBeNull();
  });
});

describe("a change of SECOND_FACTOR_KEY", () => {
  it("seals the credentials again, after which the new key alone opens them", async () => {
    const { pool } = harness.services;
    const newKey = "test-new-secret-of-the-vault";
    const both = createVault(newKey, "test-secret-of-the-vault");
    const only = { pool, vault: createVault(newKey) };
    expect(await countUnreadableAccounts(only)).toMatchObject({ total: 1, unreadable: 1 });
    expect(await resealAccounts({ pool, vault: both })).toEqual({ resealed: 1, unreadable: 0, total: 1 });
    expect(await resealAccounts({ pool, vault: both })).toEqual({ resealed: 0, unreadable: 0, total: 1 });
    expect(await countUnreadableAccounts(only)).toMatchObject({ total: 1, unreadable: 0 });
    expect(await resealAccounts({ pool, vault: harness.services.vault })).toMatchObject({ unreadable: 1 });
  });
});

describe("a restore", () => {
  it("holds the refunds of every account, and pauses the runs of each until people resume them", async () => {
    const services = await second.services();
    const driver = new BulkDriver({ ...harness, services });
    second.service.addPayment({ merchant_transaction_id: "RUN-1" });
    const runId = await driver.prepare(
      await second.ctxOf("finance"),
      "refund",
      "reference,amount\nRUN-1,5.00\n",
    );
    await driver.start(await second.ctxOf("finance"), runId);
    const at = harness.clock.now();
    await holdRefunds(harness.pool, { backupMadeAt: at, restoredAt: at });
    expect(await areRefundsHeld(services.pool)).toBe(true);

    // The first account pauses its own, in another process perhaps, and refunds are released before the second one looks.
    await holdWorkFromBackup(harness.services);
    await releaseRefunds(harness.pool, harness.clock.now());
    expect(await areRefundsHeld(services.pool)).toBe(false);
    for (const each of [harness.services, services]) await holdWorkFromBackup(each);
    const { rows } = await services.pool.query("select state, pause_cause from bulk_runs where id = $1", [
      runId,
    ]);
    expect(rows).toEqual([{ state: "paused", pause_cause: "restored" }]);
    for (const schema of ["public", "account_2"])
      expect(
        (await actions(harness.pool, schema)).filter((action) => /^refunds_(held|released)$/.test(action)),
      ).toEqual(["refunds_held", "refunds_released"]);
    await holdWorkFromBackup(services);
    expect(
      (await actions(harness.pool, "account_2")).filter((action) => action === "refunds_held"),
    ).toHaveLength(1);
  });
});

async function actions(pool: Pool, schema: string): Promise<string[]> {
  const { rows } = await pool.query<{ action: string }>(`select action from ${schema}.audit_log`);
  return rows.map(({ action }) => action);
}
