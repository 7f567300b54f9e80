import type { ChildProcess } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { run } from "@/tools/testing/backups/installation";
import {
  type CitusCluster,
  createCitusDatabase,
  startCitus,
  whyNoCitus,
} from "@/tools/testing/citus/cluster";
import { createDistributedDatabase } from "@/tools/testing/migrated-database";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { type Ledger, startLoad } from "@/tools/testing/routing/load";
import { eventually, type MerchantCode } from "@/tools/testing/routing/merchant-code";
import { end, launch, startTestService, type TestService } from "@/tools/testing/routing/service";

/** A scheduled backup of a database that is divided by merchant, while payments and refunds are made (docs/citus.md). */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

const why = await whyNoCitus();
const skipped = why === null ? "" : ` (skipped: ${why})`;
const MERCHANTS = 3;
/** More than any request in progress can have begun before. */
const REFUNDS_MEANWHILE = 12;

let folder: string;
let cluster: CitusCluster;
let database: { urls: string[]; drop: () => Promise<void> };
let service: TestService;
let worker: ChildProcess;
let merchants: MerchantCode[];

beforeAll(async () => {
  if (why !== null) return;
  folder = await mkdtemp(join(tmpdir(), "paydeck-citus-backup-"));
  // When the tests run as root, the embedded Postgres of the trial runs as another user, who must be able to enter this
  // folder.
  await chmod(folder, 0o711);
  cluster = await startCitus(2);
  database = await createDistributedDatabase(cluster.adminUrls);
  service = await startTestService(
    {},
    { url: database.urls[0] ?? "", drop: database.drop },
    { role: "service" },
  );
  worker = await launch(service.variables, { role: "worker" });
  merchants = [service.merchant];
  while (merchants.length < MERCHANTS) merchants.push(await addMerchant(service));
});
afterAll(async () => {
  if (why !== null) return;
  await end(worker, "SIGTERM");
  await service.stop();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

async function withSession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A dump of a node reads this table after `payments` and before `refunds`, and no request uses it. */
const BETWEEN = "reconciliation_runs";

/** Starts a dump, and stops it on a node between two tables until `meanwhile` has ended. */
async function holdDump<T>(
  nodeUrl: string,
  start: () => Promise<T>,
  meanwhile: () => Promise<void>,
): Promise<T> {
  return withSession(nodeUrl, async (client) => {
    // Else the catalogue does not have the shards' own tables.
    await client.query(
      "set citus.override_table_visibility = off; set citus.enable_manual_changes_to_shards = on",
    );
    const { rows } = await client.query<{ shard: string }>(
      "select relname as shard from pg_class where relkind = 'r' and relname ~ $1",
      [`^${BETWEEN}_\\d+$`],
    );
    await client.query("begin");
    for (const { shard } of rows) await client.query(`lock table ${shard} in access exclusive mode`);
    const started = start();
    const isHeld = async (): Promise<boolean> => {
      const waiting = await client.query(
        "select from pg_locks l join pg_class c on c.oid = l.relation where not granted and relname ~ $1",
        [`^${BETWEEN}_\\d+$`],
      );
      return (waiting.rowCount ?? 0) > 0;
    };
    await eventually(isHeld, (held) => held);
    await meanwhile();
    await client.query("commit");
    return started;
  });
}

/** What no transaction of the service leaves: a payment without its first event, a refund without its own. */
async function contradictionsIn(url: string): Promise<string[]> {
  return withSession(url, async (client) => {
    const { rows: counts } = await client.query<{ payments: string; refunds: string }>(
      "select (select count(*) from payments) as payments, (select count(*) from refunds) as refunds",
    );
    expect(Number(counts[0]?.payments)).toBeGreaterThan(REFUNDS_MEANWHILE);
    expect(Number(counts[0]?.refunds)).toBeGreaterThan(REFUNDS_MEANWHILE);
    const { rows } = await client.query<{ id: string }>(
      `select p.id from payments p
         where not exists (select from payment_events e where e.merchant_id = p.merchant_id and e.payment_id = p.id)
       union all select r.id from refunds r
         where not exists (select from payments p where p.merchant_id = r.merchant_id and p.id = r.payment_id)
       union all select e.payment_id from payment_events e
         where not exists (select from payments p where p.merchant_id = e.merchant_id and p.id = e.payment_id)`,
    );
    return rows.map(({ id }) => id);
  });
}

const refundsOf = (loads: readonly { ledger: Ledger }[]): number =>
  loads.reduce((sum, { ledger }) => sum + ledger.refunds.size, 0);

test.skipIf(why !== null)(
  `a backup that is made while refunds are has each refund with its payment, and can be divided again${skipped}`,
  async () => {
    const data = join(folder, "data");
    await mkdir(data, { mode: 0o711 });
    const env = {
      DATA_DIR: data,
      BACKUP_FOLDER: join(folder, "backups"),
      ROUTING_DATABASE_URL: database.urls[0] ?? "",
    };
    const loads = merchants.map((merchant) => startLoad(merchant, 2));
    const moreRefunds = async (): Promise<void> => {
      const first = refundsOf(loads);
      await eventually(
        () => Promise.resolve(refundsOf(loads)),
        (count) => count > first + REFUNDS_MEANWHILE,
      );
    };
    await moreRefunds();
    const made = await holdDump(database.urls[1] ?? "", () => run("backups", ["run"], env), moreRefunds);
    await Promise.all(loads.map((load) => load.stop()));
    expect(made.output).toMatch(/^paydeck-\d{8}T\d{6}Z-dumps: \d+ bytes, restored on trial\.\n$/);

    const empty = await createCitusDatabase(cluster.adminUrls, "restored");
    const restored = { ...env, ROUTING_DATABASE_URL: empty[0] ?? "" };
    expect((await run("restore", ["stored:latest"], restored)).output).toContain("Refunds are held");
    const unlike = await contradictionsIn(restored.ROUTING_DATABASE_URL);
    expect(unlike).toEqual([]);
    expect((await run("distribute", [], restored)).output).toContain("The service can start.");
    expect(await contradictionsIn(restored.ROUTING_DATABASE_URL)).toEqual([]);
  },
);
