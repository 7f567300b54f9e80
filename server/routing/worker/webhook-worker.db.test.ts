import { expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { startWebhookWorkers } from "./webhook-worker";

const byHand = useServiceWithoutWorker();

test("an endpoint that another process sends to is left alone between tries", async () => {
  const { merchant, db } = byHand.service;
  const { endpoint_id } = await ops(merchant, "webhooks.create", { url: "http://127.0.0.1:9999/" });
  await merchant.payment();
  // The endpoint gets one request at a time, and another process has it; more is due.
  await db.query(
    `update webhook_deliveries set lease = gen_random_uuid(), leased_until = now() + interval '1 hour'
     where id = (select min(id) from webhook_deliveries where endpoint_id = $1)`,
    [endpoint_id],
  );
  const tries: number[] = [];
  const jobDone = (): void => void tries.push(performance.now());
  const workers = startWebhookWorkers({ ...byHand.deps, metrics: { ...byHand.deps.metrics, jobDone } });
  try {
    await eventually(
      () => Promise.resolve(tries.length),
      (count) => count >= 6,
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? at));
  expect(Math.min(...pauses)).toBeGreaterThan(200);
});
