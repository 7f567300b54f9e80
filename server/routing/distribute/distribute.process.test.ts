import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type CitusCluster,
  createCitusDatabase,
  dropCitusDatabase,
  execute,
  startCitus,
  whyNoCitus,
} from "@/tools/testing/citus/cluster";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { migrationsFolder } from "@/server/platform/migrations";
import { projectRoot } from "@/server/platform/root";
import { launch, TEST_SALT_KEY } from "@/tools/testing/routing/service";
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from "./tables";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const why = await whyNoCitus();
const skipped = why === null ? "" : ` (skipped: ${why})`;
const MERCHANTS = 20;
const MIGRATIONS = migrationsFolder("routing");
const OWNER = "routing_owner";

let cluster: CitusCluster;
let databases = 0;
const pools: pg.Pool[] = [];

beforeAll(async () => {
  if (why !== null) return;
  cluster = await startCitus();
  for (const url of cluster.adminUrls)
    await execute(url, `create role ${OWNER} login password 'test-password'`);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  if (why === null) await cluster.stop();
});

type Database = {
  name: string;
  urls: string[];
  ownerUrl: string;
  query: (text: string) => Promise<pg.QueryResult<Record<string, unknown>>>;
  drop: () => Promise<void>;
};

/** Migrated by its owner, who is no superuser, with payments of several merchants unless `isEmpty`. */
async function createDatabase({ withNodes = true, isEmpty = false } = {}): Promise<Database> {
  const name = `distribute_${(databases += 1)}`;
  const urls = await createCitusDatabase(cluster.adminUrls, name, { withNodes, owner: OWNER });
  const owner = new URL(urls[0] ?? "");
  owner.username = OWNER;
  await migrate({ connectionString: owner.href, folder: MIGRATIONS, logger: createLogger("test", "silent") });
  const pool = new pg.Pool({ connectionString: owner.href });
  pool.on("error", () => undefined);
  pools.push(pool);
  if (!isEmpty) {
    await pool.query(
      `insert into merchants (name) select 'Shop ' || n from generate_series(1, ${MERCHANTS}) n`,
    );
    await pool.query(
      `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
         checkout_token, routing_decision, created_at, expires_at)
       select m.id, 'TXN' || n, 'REF' || n, 1, 10000, 'INR', 'INITIATED', 'token' || n, '{}', now(), now() + interval '1 day'
       from merchants m, generate_series(1, 3) n`,
    );
    await pool.query(
      `insert into payment_events (merchant_id, payment_id, kind, at) select merchant_id, id, 'initiated', created_at from payments`,
    );
  }
  return {
    name,
    urls,
    ownerUrl: owner.href,
    query: (text) => pool.query(text),
    async drop() {
      await pool.end();
      pools.splice(pools.indexOf(pool), 1);
      await dropCitusDatabase(cluster.adminUrls, name);
    },
  };
}

type Outcome = { code: number; stdout: string; stderr: string };

function distribute(url: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot(), "dist/distribute.js")],
      { env: { NODE_ENV: "test", PATH: process.env.PATH, ROUTING_DATABASE_URL: url } },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : typeof error.code === "number" ? error.code : -1,
          stdout,
          stderr,
        }),
    );
  });
}

const COUNTS = `select (select count(*)::int from payments) as payments, (select count(*)::int from payment_events) as events,
  (select count(*)::int from pg_constraint k join pg_class t on t.oid = k.conrelid
   where contype = 'f' and t.relnamespace = 'public'::regnamespace) as "foreignKeys"`;
const PLACED =
  "select count(*)::int as placed from pg_dist_partition where partmethod = 'h' or repmodel = 't'";

async function placed(database: Database): Promise<unknown> {
  return (await database.query(PLACED)).rows[0]?.placed;
}

test.skipIf(why !== null)(
  `the owner distributes a database with payments; each merchant is on one node, and a second run changes nothing${skipped}`,
  async () => {
    const database = await createDatabase();
    const before = (await database.query(COUNTS)).rows;
    expect(before).toMatchObject([{ payments: 3 * MERCHANTS, events: 3 * MERCHANTS }]);
    const first = await distribute(database.ownerUrl);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const count = REFERENCE_TABLES.length + DISTRIBUTED_TABLES.length;
    expect(first.stdout).toContain("payments: divided by merchant\n");
    expect(first.stdout).toContain(`${count} of ${count} tables were distributed.`);
    expect(await placed(database)).toBe(count);
    expect((await database.query(COUNTS)).rows).toEqual(before);

    const nodes = await database.query(
      `select count(distinct nodeport)::int as nodes, ${MERCHANTS} as merchants from citus_shards where table_name = 'payments'::regclass`,
    );
    expect(nodes.rows[0]?.nodes).toBe(2);
    const strayed = await database.query(
      `select p.merchant_id from payments p
       where get_shard_id_for_distribution_column('payments', p.merchant_id) is null`,
    );
    expect(strayed.rows).toEqual([]);
    // What Citus copied is no longer on the coordinator.
    const left = await database.query("select 1 where pg_relation_size('payments') > 0");
    expect(left.rows).toEqual([]);

    const second = await distribute(database.ownerUrl);
    expect(second).toEqual({
      code: 0,
      stdout: `All ${count} tables are distributed already. Nothing was changed.\n`,
      stderr: "",
    });
    await database.drop();
  },
);

test.skipIf(why !== null)(
  `rows and triggers hold on the nodes: no event without its payment, late changes are recorded, rule sets stay${skipped}`,
  async () => {
    const database = await createDatabase();
    expect(await distribute(database.ownerUrl)).toMatchObject({ code: 0 });
    await expect(
      database.query(
        "insert into payment_events (merchant_id, payment_id, kind, at) values (1, 'TXN_of_nobody', 'initiated', now())",
      ),
    ).rejects.toThrow(/foreign key/);
    await database.query(
      `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
         checkout_token, routing_decision, created_at, expires_at)
       values (1, 'TXN_late', 'REF_late', 1, 700, 'INR', 'INITIATED', 't', '{}', now() - interval '1 hour', now())`,
    );
    await database.query("update payments set amount_paise = 800 where merchant_id = 1 and id = 'TXN_late'");
    const changes = await database.query(
      "select amount_paise::int as paise, count from payment_changes where merchant_id = 1 order by id",
    );
    expect(changes.rows).toEqual([
      { paise: 700, count: 1 },
      { paise: 700, count: -1 },
      { paise: 800, count: 1 },
    ]);
    await database.drop();
  },
);

test.skipIf(why !== null)(
  `a migration with several statements changes distributed tables, and its trigger holds on the nodes${skipped}`,
  async () => {
    const database = await createDatabase();
    expect(await distribute(database.ownerUrl)).toMatchObject({ code: 0 });
    const folder = await mkdtemp(join(tmpdir(), "paydeck-migrations-"));
    await cp(MIGRATIONS, folder, { recursive: true });
    await writeFile(
      join(folder, "9999_later.sql"),
      `-- Several statements; one text.
       alter table payments add column later text;
       create index payments_later on payments (merchant_id, later) where later is not null;
       create function note_later() returns trigger language plpgsql as $$ begin new.later = 'noted; late'; return new; end $$;
       create trigger payments_note_later before update on payments for each row execute function note_later();
       create table later_rows (merchant_id integer not null references merchants, id text not null, primary key (merchant_id, id));`,
    );
    await migrate({ connectionString: database.ownerUrl, folder, logger: createLogger("test", "silent") });
    await rm(folder, { recursive: true });
    const changed = await database.query(
      "update payments set amount_paise = 900 where merchant_id = 1 and id = 'TXN1' returning later",
    );
    expect(changed.rows).toEqual([{ later: "noted; late" }]);
    // The table of a newer version is named, and nothing is guessed.
    expect((await distribute(database.ownerUrl)).stderr).toMatch(/not known: later_rows\./);
    await database.drop();
  },
);

test.skipIf(why !== null)(
  `a run whose connection breaks in the middle leaves everything as it was, and the next one finishes${skipped}`,
  async () => {
    const database = await createDatabase();
    const before = (await database.query(COUNTS)).rows;
    // It waits here, with most of its tables distributed.
    const holder = new pg.Client({ connectionString: database.ownerUrl });
    await holder.connect();
    await holder.query("begin; lock table success_rate_gains in access share mode");
    const broken = distribute(database.ownerUrl);
    const admin = new pg.Client({ connectionString: database.urls[0] });
    await admin.connect();
    await expect
      .poll(async () => {
        const ended = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'paydeck-distribute' and wait_event_type = 'Lock'`,
        );
        return ended.rowCount;
      })
      .toBe(1);
    expect((await broken).code).toBe(1);
    await admin.end();
    await holder.query("rollback");
    await holder.end();
    expect(await placed(database)).toBe(0);
    expect((await database.query(COUNTS)).rows).toEqual(before);

    expect(await distribute(database.ownerUrl)).toMatchObject({ code: 0 });
    expect((await database.query(COUNTS)).rows).toEqual(before);
    await database.drop();
  },
);

test.skipIf(why !== null)(
  `it refuses in words where a node, a worker or a place for a table is missing, or a process uses the tables${skipped}`,
  async () => {
    const alone = await createDatabase({ withNodes: false, isEmpty: true });
    expect((await distribute(alone.ownerUrl)).stderr).toMatch(
      /^The workers do not know the coordinator's address\./,
    );
    const { port } = new URL(alone.urls[0] ?? "");
    await execute(alone.urls[0] ?? "", `select citus_set_coordinator_host('127.0.0.1', ${port})`);
    expect((await distribute(alone.ownerUrl)).stderr).toMatch(/^There is no worker node\./);
    await alone.drop();

    const database = await createDatabase({ isEmpty: true });
    expect((await distribute(database.urls[1] ?? "")).stderr).toMatch(/^This node is a worker\./);
    const onWorker = { ROUTING_DATABASE_URL: database.urls[1] ?? "", ROUTING_SALT_KEY: TEST_SALT_KEY };
    await expect(launch(onWorker)).rejects.toThrow(/address is that of a worker node/);
    await database.query("create table notes_of_somebody (id int)");
    expect((await distribute(database.ownerUrl)).stderr).toMatch(/not known: notes_of_somebody\./);
    await database.query("drop table notes_of_somebody");

    const holder = new pg.Client({ connectionString: database.ownerUrl });
    await holder.connect();
    await holder.query("begin; lock table payments in access share mode");
    expect((await distribute(database.ownerUrl)).stderr).toMatch(/^Another process uses the tables\./);
    await holder.end();
    expect(await placed(database)).toBe(0);
    await database.drop();

    const plain = await distribute(cluster.adminUrls[0] ?? "");
    expect(plain.stderr).toMatch(/^This database has no Citus extension\./);
  },
);
