import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { end, launch, startTestService, type TestServiceProcess } from "@/tools/testing/routing/service";
import { deliveriesUntil, ops } from "@/tools/testing/routing/webhook-ops";
import {
  answering,
  hanging,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@/tools/testing/routing/webhook-receiver";

/** The service without a worker: the tests decide when one runs and when it is killed. */
let service: TestServiceProcess;
let receiver: WebhookReceiver;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_TIMEOUT_MS: "1500", SWEEP_INTERVAL_MS: "500" }, undefined, {
    role: "service",
  });
  receiver = await startWebhookReceiver();
  await ops(service.merchant, "webhooks.create", { url: receiver.url, events: ["payment.succeeded"] });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => end(worker, "SIGTERM")));
  await service.stop();
  await receiver.stop();
});
async function startWorker(): Promise<ChildProcess> {
  const worker = await launch(service.variables, { role: "worker" });
  workers.push(worker);
  return worker;
}

/** The only worker, in the middle of a request that is never answered. */
async function startHangingRequest(): Promise<ChildProcess> {
  await Promise.all(workers.splice(0).map((worker) => end(worker, "SIGTERM")));
  receiver.behave(hanging);
  receiver.received.length = 0;
  const worker = await startWorker();
  await service.merchant.payment();
  await deliveriesUntil(service.merchant, {}, () => receiver.received.length === 1);
  return worker;
}

test("a payment that moved before kill -9 is delivered after it: the delivery was written with the move", async () => {
  const payment = await service.merchant.payment();
  await service.killAndRestart();
  const [waiting] = await deliveriesUntil(service.merchant, {}, (seen) => seen.length === 1);
  expect(waiting).toMatchObject({ status: "WAITING", attempts: 0, transaction_id: payment.transaction_id });
  expect(receiver.received).toEqual([]);
  await startWorker();
  await deliveriesUntil(service.merchant, {}, ([seen]) => seen?.status === "DELIVERED");
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([...new Set(ids)]).toEqual([waiting?.delivery_id]);
});

test("kill -9 of the worker in the middle of a request: it is sent again with the same webhook-id and bytes", async () => {
  const worker = await startHangingRequest();
  await end(worker, "SIGKILL");
  receiver.behave(answering(200));
  await startWorker();
  const [delivery] = await deliveriesUntil(service.merchant, {}, ([seen]) => seen?.status === "DELIVERED");
  const [killed, repeated] = receiver.received;
  expect(receiver.received).toHaveLength(2);
  expect([killed, repeated].map((request) => request?.headers["webhook-id"])).toEqual([
    delivery?.delivery_id,
    delivery?.delivery_id,
  ]);
  expect(repeated?.body).toBe(killed?.body);
});

test("kill -9 while a request is in progress loses nothing that has become due meanwhile", async () => {
  const worker = await startHangingRequest();
  await Promise.all([service.merchant.payment(), service.merchant.payment()]);
  await deliveriesUntil(service.merchant, {}, () => receiver.received.length === 3);
  await end(worker, "SIGKILL");
  receiver.behave(answering(200));
  await startWorker();
  await deliveriesUntil(service.merchant, { limit: 3 }, (all) =>
    all.every(({ status }) => status === "DELIVERED"),
  );
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([6, 3]);
});

test("two workers at once send every delivery once", async () => {
  await startWorker();
  receiver.received.length = 0;
  await Promise.all(Array.from({ length: 40 }, () => service.merchant.payment()));
  await deliveriesUntil(
    service.merchant,
    { limit: 40 },
    (seen) => seen.length === 40 && seen.every(({ status }) => status === "DELIVERED"),
  );
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
});
