import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PaymentWebhookEvent } from "@/lib/contract/webhook-constants";
import { type CitusCluster, startCitus, whyNoCitus } from "@/tools/testing/citus/cluster";
import { LOGGING, readStatements, type SentStatement } from "@/tools/testing/citus/statement-log";
import { createDistributedDatabase } from "@/tools/testing/migrated-database";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { choose, eventually, type MerchantCode } from "@/tools/testing/routing/merchant-code";
import { end, launch, startTestService, type TestService } from "@/tools/testing/routing/service";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { startWebhookReceiver, type WebhookReceiver } from "@/tools/testing/routing/webhook-receiver";

/** The life of payments on a Citus of three nodes, over HTTP: each statement of a request asks the shard of its merchant alone. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

const why = await whyNoCitus();
const skipped = why === null ? "" : ` (skipped: ${why})`;
const MERCHANTS = 4;

let cluster: CitusCluster;
let database: { urls: string[]; drop: () => Promise<void> };
let service: TestService;
let worker: ChildProcess;
let receiver: WebhookReceiver;
let merchants: MerchantCode[];

const named = (url: string, application: string): string => `${url}?application_name=${application}`;
const statementsOf = (application: string): Promise<SentStatement[]> =>
  readStatements({ url: database.urls[0] ?? "", folder: cluster.folders[0] ?? "" }, application);

beforeAll(async () => {
  if (why !== null) return;
  cluster = await startCitus(2, LOGGING);
  database = await createDistributedDatabase(cluster.adminUrls);
  const url = database.urls[0] ?? "";
  service = await startTestService(
    { ROUTING_DATABASE_URL: named(url, "requests") },
    { url, drop: database.drop },
    { role: "service" },
  );
  worker = await launch(
    { ...service.variables, ROUTING_DATABASE_URL: named(url, "jobs") },
    { role: "worker" },
  );
  receiver = await startWebhookReceiver();
  merchants = [service.merchant];
  while (merchants.length < MERCHANTS) merchants.push(await addMerchant(service));
});
afterAll(async () => {
  if (why !== null) return;
  await receiver.stop();
  await end(worker, "SIGTERM");
  await service.stop();
  await cluster.stop();
});

/** One payment that is paid and refunded, and one that is cancelled. */
async function live(merchant: MerchantCode): Promise<void> {
  const created = await merchant.initiate({}, { "Idempotency-Key": `life-${merchant.apiKey}` });
  expect(created.status).toBe(201);
  const { payment_link: link, ...payment } = created.json as Record<string, string>;
  const { transaction_id: paymentId = "", merchant_transaction_id: reference = "" } = payment;
  expect((await choose(link ?? "", "success")).status).toBe(303);
  await eventually(
    () => merchant.records(reference),
    (records) => records[0]?.transaction_status === "SUCCESS",
  );

  const refunded = await merchant.refund(paymentId, "25.00");
  expect(refunded.status).toBe(201);
  const { refund_id: refundId = "" } = refunded.json as Record<string, string>;
  await eventually(
    async () => (await merchant.refundStatus(refundId)).json as Record<string, unknown>,
    ({ refund_status: status }) => status === "SUCCESS",
  );

  const { merchant_transaction_id: other } = await merchant.payment({}, null);
  expect((await merchant.cancel(other)).status).toBe(200);
  expect(await merchant.records(other)).toMatchObject([{ transaction_status: "CANCELLED" }]);
}

test.skipIf(why !== null)(
  `payments are created, paid, refunded, cancelled and announced; each statement of a request asks one shard${skipped}`,
  async () => {
    // Locks the merchant's row, which every node has.
    for (const merchant of merchants) {
      const events: PaymentWebhookEvent[] = ["payment.initiated", "payment.succeeded", "payment.cancelled"];
      await ops(merchant, "webhooks.create", { url: receiver.url, description: "life", events });
    }
    const before = (await statementsOf("requests")).length;
    await Promise.all(merchants.map(live));
    await eventually(
      () => Promise.resolve(receiver.received.length),
      (count) => count >= 4 * MERCHANTS,
    );
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(4 * MERCHANTS);

    const statements = (await statementsOf("requests")).slice(before);
    const ofPayments = statements.filter(({ groups }) => groups.size > 0);
    expect(ofPayments.length).toBeGreaterThan(20 * MERCHANTS);
    expect(ofPayments.filter(({ groups }) => groups.size > 1).map(({ text }) => text)).toEqual([]);
    expect(statements.filter(({ nodes }) => nodes.size > 1).map(({ text }) => text)).toEqual([]);
    expect(new Set(statements.flatMap(({ nodes }) => [...nodes])).size).toBe(2);
    // The merchants are on several shards, so that one shard for all is not what was seen.
    expect(new Set(ofPayments.flatMap(({ groups }) => [...groups])).size).toBeGreaterThan(1);
  },
);

test.skipIf(why !== null)(
  `the jobs of a payment ask one shard each; only sweeps over all merchants ask more${skipped}`,
  async () => {
    const wide = (await statementsOf("jobs")).filter(
      ({ groups, nodes }) => groups.size > 1 || nodes.size > 1,
    );
    const ofOneMerchant = wide.filter(({ text }) => /merchant_id = \$1/.test(text));
    expect(ofOneMerchant.map(({ text }) => text)).toEqual([]);
  },
);

test.skipIf(why !== null)(
  `while a node is down, its own merchants are told to try again, and the others' payments go on${skipped}`,
  async () => {
    const portsOf = await Promise.all(
      merchants.map(async ({ apiKey }) => {
        const { rows } = await service.db.query<{ port: number }>(
          `select nodeport as port from api_keys k join citus_shards s
             on s.shardid = get_shard_id_for_distribution_column('payments', k.merchant_id)
           where k.api_key = $1`,
          [apiKey],
        );
        return String(rows[0]?.port);
      }),
    );
    const down = 1;
    const { port } = new URL(database.urls[down] ?? "");
    const ofNode = merchants.map((_, index) => portsOf[index] === port);
    expect(new Set(ofNode).size).toBe(2);
    await cluster.kill(down);
    const during = await Promise.all(merchants.map((merchant) => merchant.initiate()));
    expect(during.map(({ status }) => status)).toEqual(ofNode.map((isDown) => (isDown ? 503 : 201)));
    await cluster.restart(down);
    for (const merchant of merchants) {
      const created = await eventually(
        () => merchant.initiate(),
        ({ status }) => status !== 503,
      );
      expect(created.status).toBe(201);
    }
  },
);
