import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type CitusCluster, startCitus, whyNoCitus } from "@/tools/testing/citus/cluster";
import { createDistributedDatabase } from "@/tools/testing/migrated-database";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { type Ledger, startLoad } from "@/tools/testing/routing/load";
import { eventually, type MerchantCode } from "@/tools/testing/routing/merchant-code";
import { end, launch, startTestService, type TestService } from "@/tools/testing/routing/service";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { startWebhookReceiver, type WebhookReceiver } from "@/tools/testing/routing/webhook-receiver";

/** Adding a node, or levelling them, moves shards from node to node while the service runs (docs/citus.md). */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const why = await whyNoCitus();
const skipped = why === null ? "" : ` (skipped: ${why})`;
const SANDBOX = 1;
const MERCHANTS = 4;
/** How soon the coordinator settles what it had only prepared on a node; a minute by default. */
const RECOVERY = { "citus.recover_2pc_interval": "1s" };

let cluster: CitusCluster;
let database: { urls: string[]; drop: () => Promise<void> };
let service: TestService;
let worker: ChildProcess;
let receiver: WebhookReceiver;
let merchants: MerchantCode[];

beforeAll(async () => {
  if (why !== null) return;
  cluster = await startCitus(2, RECOVERY);
  database = await createDistributedDatabase(cluster.adminUrls);
  service = await startTestService(
    { SWEEP_INTERVAL_MS: "3000" },
    { url: database.urls[0] ?? "", drop: database.drop },
    { role: "service" },
  );
  worker = await launch(service.variables, { role: "worker" });
  receiver = await startWebhookReceiver();
  merchants = [service.merchant];
  while (merchants.length < MERCHANTS) merchants.push(await addMerchant(service));
  for (const merchant of merchants)
    await ops(merchant, "webhooks.create", {
      url: receiver.url,
      description: "move",
      events: ["payment.succeeded"],
    });
});
afterAll(async () => {
  if (why !== null) return;
  await receiver.stop();
  await end(worker, "SIGTERM");
  await service.stop();
  await cluster.stop();
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

/** The shard with the sandbox's payments, and the position of its node among the URLs. */
async function place(): Promise<{ shard: string; node: number }> {
  const [row] = await withSession(
    database.urls[0] ?? "",
    async (client) =>
      (
        await client.query<{ shard: string; port: number }>(
          `select shardid as shard, nodeport as port from citus_shards
           where shardid = get_shard_id_for_distribution_column('payments', $1::integer)`,
          [SANDBOX],
        )
      ).rows,
  );
  const node = database.urls.findIndex((url) => new URL(url).port === String(row?.port));
  if (row === undefined || node < 1) throw new Error("the shard is on no node");
  return { shard: row.shard, node };
}

const otherNode = (node: number): number => 3 - node;

/** Moves a shard as the rebalancer does: it copies the rows, and then what was written meanwhile. */
async function moveShard({ shard, node }: { shard: string; node: number }): Promise<void> {
  const port = (position: number): number => parseInt(new URL(database.urls[position] ?? "").port, 10);
  await withSession(database.urls[0] ?? "", (client) =>
    client.query("select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')", [
      shard,
      port(node),
      port(otherNode(node)),
    ]),
  );
}

type Load = ReturnType<typeof startLoad>;
const startLoads = (): Load[] => merchants.map((merchant) => startLoad(merchant, 1));
const stopLoads = (loads: readonly Load[]): Promise<Ledger[]> =>
  Promise.all(loads.map((load) => load.stop()));

/** What a merchant was told is there once, and nothing else; each refund is at its gateway once. */
async function expectWhole(ledgers: readonly Ledger[], leastPaid: number): Promise<void> {
  const { db } = service;
  for (const [index, ledger] of ledgers.entries()) {
    const merchant = merchants[index];
    if (merchant === undefined) throw new Error("each load is of a merchant");
    expect(ledger.paid.length).toBeGreaterThan(leastPaid);
    for (const [reference, { transactionId }] of ledger.payments) {
      const records = await merchant.records(reference);
      expect(records.map((record) => record.transaction_id)).toContain(transactionId);
      if (ledger.paid.includes(reference))
        expect(records.filter((record) => record.transaction_status === "SUCCESS")).toHaveLength(1);
    }
    for (const id of ledger.refunds.values())
      await eventually(
        async () => JSON.stringify((await merchant.refundStatus(id)).json),
        (text) => text.includes("SUCCESS"),
      );
  }
  const { rows: doubled } = await db.query(
    "select merchant_id, payment_id from refunds group by 1, 2 having count(*) > 1",
  );
  expect(doubled).toEqual([]);
  const { rows } = await db.query<{ key: string }>("select merchant_id || ':' || id as key from refunds");
  const made = await db.query<{ key: string }>("select idempotency_key as key from simulator.refunds");
  expect(made.rows.map(({ key }) => key).toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
  await eventually(
    () => Promise.resolve(receiver.received.map(({ body }) => body).join("\n")),
    (bodies) => ledgers.every(({ paid }) => paid.every((reference) => bodies.includes(reference))),
  );
}

test.skipIf(why !== null)(
  `while a merchant's shard moves to another node, creations, refunds and status requests go on${skipped}`,
  async ({ annotate }) => {
    const before = await place();
    const loads = startLoads();
    await sleep(2_000);
    await moveShard(before);
    await sleep(2_000);
    const ledgers = await stopLoads(loads);
    expect(await place()).toEqual({ ...before, node: otherNode(before.node) });
    // Nobody is even told to try again: writes wait for the moment of the change.
    expect(ledgers.flatMap(({ refusals }) => [...refusals])).toEqual([]);
    await expectWhole(ledgers, 3);
    await annotate(
      `longest time between two answers: ${ledgers.map(({ longestPauseMs }) => longestPauseMs.toFixed(0)).join(", ")} ms`,
    );
  },
);

test.skipIf(why !== null)(
  `a node that is killed and started again while a shard moves to it loses nothing, and the move is repeated${skipped}`,
  async ({ annotate }) => {
    const before = await place();
    const target = otherNode(before.node);
    const loads = startLoads();
    await sleep(1_000);
    // A move waits for every transaction that has written on the source node: it is under way until this one ends.
    const moving = await withSession(database.urls[before.node] ?? "", async (client) => {
      await client.query("begin; select pg_current_xact_id()");
      const move = moveShard(before).then(
        () => "moved",
        () => "failed",
      );
      await eventually(
        () => client.query("select 1 from pg_replication_slots"),
        ({ rows }) => rows.length > 0,
      );
      await cluster.kill(target);
      await sleep(1_000);
      await client.query("commit");
      return move;
    });
    expect(moving).toBe("failed");
    await cluster.restart(target);
    await sleep(2_000);
    expect(await place()).toEqual(before);
    // Refused until Citus has removed what the failed move left on the node, which needs its subscriptions to end.
    await vi.waitFor(() => moveShard(before), { timeout: 120_000, interval: 2_000 });
    expect((await place()).node).toBe(target);
    await sleep(2_000);
    const ledgers = await stopLoads(loads);
    expect(
      [...new Set(ledgers.flatMap(({ refusals }) => [...refusals.keys()]))].filter(
        (status) => ![503, 409].includes(status),
      ),
    ).toEqual([]);
    await expectWhole(ledgers, 3);
    await annotate(JSON.stringify(ledgers.map(({ refusals }) => [...refusals])));
  },
);
