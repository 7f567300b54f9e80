import type { ChildProcess } from "node:child_process";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type CitusCluster, execute, startCitus, whyNoCitus } from "@/tools/testing/citus/cluster";
import { createDistributedDatabase } from "@/tools/testing/migrated-database";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { end, launch, startTestService, type TestService } from "@/tools/testing/routing/service";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { startWebhookReceiver, type WebhookReceiver } from "@/tools/testing/routing/webhook-receiver";

/**
 * A transaction with rows of a merchant commits on the merchant's node, and the coordinator crashes before it can say so
 * (decision 0393). The rows are their own jobs (0404).
 */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const why = await whyNoCitus();
const skipped = why === null ? "" : ` (skipped: ${why})`;
const SWEEP_MS = 3_000;
const SANDBOX = 1;
/** How soon the coordinator settles what it had only prepared on a node; a minute by default. */
const RECOVERY = { "citus.recover_2pc_interval": "1s" };

let cluster: CitusCluster;
let database: { urls: string[]; drop: () => Promise<void> };
let service: TestService;
let receiver: WebhookReceiver;
let worker: ChildProcess | null = null;

beforeAll(async () => {
  if (why !== null) return;
  cluster = await startCitus(2, RECOVERY);
  database = await createDistributedDatabase(cluster.adminUrls);
  service = await startTestService(
    { SWEEP_INTERVAL_MS: String(SWEEP_MS) },
    { url: database.urls[0] ?? "", drop: database.drop },
    { role: "service" },
  );
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  if (why !== null) return;
  await receiver.stop();
  if (worker !== null) await end(worker, "SIGTERM");
  await service.stop();
  await cluster.stop();
});

async function rowsAt<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

type Place = { nodeUrl: string; shard: string };

/** The URL of the node with the merchant's rows of a table, and the shard's own table there. */
async function shardOf(table: string): Promise<Place> {
  const [found] = await rowsAt<{ port: number; shard: string }>(
    database.urls[0] ?? "",
    `select nodeport as port, $1 || '_' || shardid as shard from citus_shards
     where shardid = get_shard_id_for_distribution_column($1::text::regclass, $2::integer)`,
    [table, SANDBOX],
  );
  const nodeUrl = database.urls.find((url) => new URL(url).port === String(found?.port)) ?? "";
  return { nodeUrl, shard: found?.shard ?? "" };
}

/** Makes commits of new rows of the shard take seconds, or no longer. */
async function slowCommits({ nodeUrl, shard }: Place, are: "slow" | "fast"): Promise<void> {
  const change =
    are === "fast"
      ? `drop trigger wait_at_commit on ${shard}`
      : `create or replace function wait_at_commit() returns trigger language plpgsql as
           $$ begin perform pg_sleep(3); return null; end $$;
         create constraint trigger wait_at_commit after insert on ${shard} deferrable initially deferred
           for each row execute function wait_at_commit()`;
  await execute(
    nodeUrl,
    `set citus.enable_ddl_propagation = off; set citus.enable_manual_changes_to_shards = on;
     set citus.override_table_visibility = off; ${change}`,
  );
}

/** Sends the request, and crashes the coordinator while the node commits its part. Resolves when both have settled. */
async function crashAtCommit(table: string, send: () => Promise<unknown>): Promise<void> {
  const place = await shardOf(table);
  await slowCommits(place, "slow");
  const sent = send().catch(() => undefined);
  await eventually(
    () => rowsAt(place.nodeUrl, "select 1 from pg_stat_activity where wait_event = 'PgSleep'"),
    (waiting) => waiting.length > 0,
  );
  await cluster.kill(0);
  await sent;
  await eventually(
    () => rowsAt(place.nodeUrl, "select 1 from pg_stat_activity where wait_event = 'PgSleep'"),
    (waiting) => waiting.length === 0,
  );
  await cluster.restart(0);
  // What the node had only prepared is rolled back by the coordinator within RECOVERY.
  await eventually(
    () => rowsAt(place.nodeUrl, "select 1 from pg_prepared_xacts where database = current_database()"),
    (prepared) => prepared.length === 0,
  );
  await slowCommits(place, "fast");
}

async function startWorker(): Promise<void> {
  worker ??= await launch(service.variables, { role: "worker" });
}

test.skipIf(why !== null)(
  `a refund that was committed when the coordinator crashed is sent once, and its request is answered again${skipped}`,
  async () => {
    const { transaction_id: paymentId } = await service.merchant.payment();
    const key = { "Idempotency-Key": "refund-of-a-crash" };
    await crashAtCommit("refunds", () => service.merchant.refund(paymentId, "25.00", {}, key));
    const [refund] = await rowsAt<{ id: string; status: string }>(
      database.urls[0] ?? "",
      "select id, status from refunds where merchant_id = $1 and payment_id = $2",
      [SANDBOX, paymentId],
    );
    expect(refund).toMatchObject({ status: "INITIATED" });

    // The stored response committed with the refund: the merchant's retry gets it, and no second refund.
    const again = await eventually(
      () => service.merchant.refund(paymentId, "25.00", {}, key),
      ({ status }) => status < 500,
    );
    expect([again.status, again.json]).toEqual([201, expect.objectContaining({ refund_id: refund?.id })]);

    await startWorker();
    await eventually(
      async () => (await service.merchant.refundStatus(refund?.id ?? "")).json as Record<string, unknown>,
      ({ refund_status: status }) => status === "SUCCESS",
      20 * SWEEP_MS,
    );
    expect(
      await rowsAt(database.urls[0] ?? "", "select 1 from simulator.refunds where amount_paise = 2500"),
    ).toHaveLength(1);
  },
);

test.skipIf(why !== null)(
  `a webhook that was committed when the coordinator crashed is sent once${skipped}`,
  async () => {
    await startWorker();
    await ops(service.merchant, "webhooks.create", {
      url: receiver.url,
      description: "crash",
      events: ["payment.initiated"],
    });
    await crashAtCommit("webhook_deliveries", () => service.merchant.initiate());
    await eventually(
      () => Promise.resolve(receiver.received.length),
      (count) => count === 1,
    );
    // Another sweep finds nothing more to send.
    await new Promise((resolve) => setTimeout(resolve, 2 * SWEEP_MS));
    expect(receiver.received).toHaveLength(1);
  },
);
