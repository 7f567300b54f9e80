import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, test } from "vitest";
import type { Backlog } from "../backlog-metrics";
import { createMetrics } from "../metrics";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService } from "@/tools/testing/routing/service";
import { recordFailedBackup, recordGoodBackup } from "@/server/platform/backup-state";
import { type BacklogSources, readBacklog } from "../usecases/read-backlog";
import { registerMetrics } from "./metrics";

/** The metrics of a process whose backlog is read like this; requests come over HTTP. */
async function metricsWith(
  read: () => Promise<Backlog>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const app = fastify();
  const metrics = createMetrics();
  metrics.jobDone("advance-refund", "done", 0.1);
  registerMetrics(app, { deps: { metrics }, readBacklog: read, metricsToken: undefined });
  try {
    await work(`${await app.listen({ host: "127.0.0.1", port: 0 })}/metrics`);
  } finally {
    await app.close();
  }
}

const EMPTY: Backlog = {
  refunds: [{ status: "PROCESSING", age: "under_1m", count: 3 }],
  oldestRefunds: [{ status: "PROCESSING", seconds: 12 }],
  lateRefunds: [{ gateway: "simulator", count: 2 }],
  replicaLagSeconds: Infinity,
  reversals: [],
  brokenReconciliations: 0,
  outcomes: { waiting: 7, lagSeconds: 3 },
  jobs: { counts: [], lags: [], aliveWorkers: 2 },
  webhooks: [],
  endpoints: [],
  circuits: [{ gateway: "simulator", state: "half_open" }],
  areRefundsHeld: true,
  newestBackup: null,
  areBackupsManaged: false,
  unreadable: { salts: 1, webhookSecrets: 0, gatewayCredentials: 0 },
  backups: null,
  server: { connections: 40, connectionsMax: 97, clockOffsetSeconds: -2 },
};

test("a database that fails does not take the metrics away: they say so, and show nothing that is not known", async () => {
  await metricsWith(
    () => Promise.reject(new Error("connection refused")),
    async (url) => {
      const response = await fetch(url);
      const page = await response.text();
      expect(response.status).toBe(200);
      expect(page).toMatch(/^paydeck_database_up 0$/m);
      expect(page).toMatch(/^paydeck_jobs_total\{task="advance-refund",outcome="done"\} 1$/m);
      expect(page).not.toMatch(
        /^paydeck_(refund|replica|database_server|database_clock|reversals|reconciliations_broken|outcome|jobs_waiting|job_workers|gateway_circuit|webhook_lag|backup)/m,
      );
    },
  );
});

test("many scrapes at once read the database once", async () => {
  let reads = 0;
  await metricsWith(
    () => {
      reads += 1;
      return Promise.resolve(EMPTY);
    },
    async (url) => {
      const pages = await Promise.all(
        Array.from({ length: 20 }, () => fetch(url).then((reply) => reply.text())),
      );
      // One, but on a machine where the first is out of date before the last scrape arrives.
      expect(reads).toBeLessThan(5);
      for (const page of pages) {
        expect(page).toMatch(/^paydeck_refund_oldest_seconds\{status="PROCESSING"\} 12$/m);
        expect(page).toMatch(/^paydeck_refund_oldest_seconds\{status="INITIATED"\} 0$/m);
        expect(page).toMatch(/^paydeck_gateway_circuit\{gateway="simulator",state="half_open"\} 1$/m);
        expect(page).toMatch(/^paydeck_gateway_circuit\{gateway="simulator",state="closed"\} 0$/m);
        expect(page).toMatch(/^paydeck_refunds_late\{gateway="simulator"\} 2$/m);
        expect(page).toMatch(/^paydeck_replica_lag_seconds \+?Inf$/m);
        expect(page).toMatch(/^paydeck_refunds_held 1$/m);
        expect(page).toMatch(/^paydeck_database_server_connections 40$/m);
        expect(page).toMatch(/^paydeck_database_server_connections_max 97$/m);
        expect(page).toMatch(/^paydeck_database_clock_offset_seconds -2$/m);
        expect(page).toMatch(/^paydeck_outcomes_waiting 7$/m);
        expect(page).toMatch(/^paydeck_outcome_lag_seconds 3$/m);
        expect(page).toMatch(/^paydeck_secrets_unreadable\{kind="salt"\} 1$/m);
        expect(page).toMatch(/^paydeck_secrets_unreadable\{kind="webhook_secret"\} 0$/m);
        expect(page).toMatch(/^paydeck_backup_newest_timestamp_seconds 0$/m);
      }
    },
  );
});

/** What else a backlog is read from, without the cache of a process. */
const sources: BacklogSources = {
  backupFolder: null,
  areBackupsManaged: false,
  sealedState: () => Promise.resolve({ kind: "failed" }),
  lateRefunds: () => Promise.resolve({ kind: "failed" }),
  replicaLag: undefined,
};

test("the time of the newest backup is that of the newest whole file in the configured folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-backups-"));
  const service = await startTestService();
  const { deps, close } = depsOn(service);
  const read = async (from: string | null) =>
    (await readBacklog(deps, deps.pool, { ...sources, backupFolder: from })).newestBackup;
  try {
    expect(await read(null)).toBeUndefined();
    expect(await read(folder)).toBeNull();
    expect(await read(join(folder, "missing"))).toBeNull();
    await writeFile(join(folder, "monday.backup"), "whole");
    await utimes(join(folder, "monday.backup"), 1_000, 1_000);
    await writeFile(join(folder, ".tuesday.backup.draft"), "half");
    await writeFile(join(folder, "empty.backup"), "");
    // Written while a clock was wrong: it would hide for a year that backups stopped.
    await writeFile(join(folder, "next-year.backup"), "whole");
    const nextYear = Date.now() / 1_000 + 365 * 86_400;
    await utimes(join(folder, "next-year.backup"), nextYear, nextYear);
    // A scheduled backup without its description is incomplete, and one whose trial failed is not counted on.
    await writeFile(join(folder, "paydeck-20261126T023000Z-cluster"), "failed its trial");
    await writeFile(join(folder, "paydeck-20261126T023000Z-cluster.unverified.json"), "{}");
    await writeFile(join(folder, "paydeck-20261125T023000Z-cluster"), "not restored on trial");
    expect(await read(folder)).toEqual(new Date(1_000_000));

    const backup = { name: "paydeck-20261125T023000Z-cluster", bytes: 9, verifiedAt: null };
    await recordGoodBackup(deps.pool, { ...backup, madeAt: new Date(nextYear * 1_000) }, new Date(5_050_000));
    expect(await read(null)).toBeNull();
    await recordGoodBackup(deps.pool, { ...backup, madeAt: new Date(5_000_000) }, new Date(5_100_000));
    await recordFailedBackup(deps.pool, "the store is full", new Date(6_000_000));
    expect(await read(null)).toEqual(new Date(5_000_000));
    const { backups } = await readBacklog(deps, deps.pool, { ...sources, backupFolder: folder });
    expect(backups).toMatchObject({ failure: "the store is full", bytes: 9, madeAt: new Date(5_000_000) });
    const page = await (await fetch(`${service.baseUrl}/metrics`)).text();
    expect(page).toMatch(/^paydeck_backup_failed 1$/m);
    expect(page).toMatch(/^paydeck_backup_size_bytes 9$/m);
    expect(page).toMatch(/^paydeck_backup_verified_timestamp_seconds 0$/m);
    expect(page).toMatch(/^paydeck_backup_newest_timestamp_seconds 5000$/m);
  } finally {
    await close();
    await service.stop();
    await rm(folder, { recursive: true });
  }
});

test("a merchant whose newest reconciliation could not finish is counted until a later one does", async () => {
  const service = await startTestService();
  try {
    await addMerchant(service);
    const add = (state: string) =>
      service.db.query(
        `insert into reconciliation_runs (merchant_id, source, from_day, until_day, repairs, state, requested_at, finished_at,
           position)
         select max(id), 'request', '2026-03-01', '2026-03-01', false, $1, now(), now(), '{"phase":"end"}' from merchants`,
        [state],
      );
    const { deps, close } = depsOn(service);
    const broken = async () => (await readBacklog(deps, deps.pool, sources)).brokenReconciliations;
    try {
      expect(await broken()).toBe(0);
      await add("broken");
      expect(await broken()).toBe(1);
      expect(await (await fetch(`${service.baseUrl}/metrics`)).text()).toMatch(
        /^paydeck_reconciliations_broken 1$/m,
      );
      await add("done");
      expect(await broken()).toBe(0);
    } finally {
      await close();
    }
  } finally {
    await service.stop();
  }
});

test("outcomes that no worker has counted yet are waiting, and the oldest says for how long", async () => {
  const service = await startTestService();
  const { deps, close } = depsOn(service);
  const outcomes = async () => (await readBacklog(deps, deps.pool, sources)).outcomes;
  try {
    expect(await outcomes()).toEqual({ waiting: 0, lagSeconds: 0 });
    await service.db.query(
      `insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at)
       select 1, 'TXN' || n, 'stripe', true, now() - n * interval '1 minute' from generate_series(1, 3) n`,
    );
    const { waiting, lagSeconds } = await outcomes();
    expect(waiting).toBe(3);
    expect(lagSeconds).toBeGreaterThanOrEqual(180);
    expect(lagSeconds).toBeLessThan(300);
  } finally {
    await close();
    await service.stop();
  }
});
