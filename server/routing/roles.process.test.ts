import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { end, freePort, launch, startTestService, type TestService } from "@/tools/testing/routing/service";

/** Longer than the test: only its second signal ends it. */
const SHUTDOWN_DELAY_MS = 60_000;

let service: TestService;
const children: ChildProcess[] = [];

async function start(variables: Record<string, string>, role: "service" | "worker"): Promise<ChildProcess> {
  const child = await launch({ ...service.variables, ...variables }, { role });
  children.push(child);
  return child;
}

beforeAll(async () => {
  service = await startTestService({}, undefined, { role: "service" });
});
afterAll(async () => {
  await Promise.all(children.map((child) => end(child, "SIGTERM")));
  await service.stop();
});

const statusOf = async (refundId: string): Promise<string> =>
  ((await service.merchant.refundStatus(refundId)).json as { refund_status: string }).refund_status;
const ready = async (baseUrl: string): Promise<number> => (await fetch(`${baseUrl}/readyz`)).status;

test("a service without a worker accepts refunds and does not carry them; workers do, each refund once", async () => {
  expect(await ready(service.baseUrl)).toBe(200);
  const payment = await service.merchant.payment({ transaction_amount: "60.00" });
  const refunds = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const reply = await service.merchant.refund(payment.transaction_id, "10.00");
      return (reply.json as { refund_id: string }).refund_id;
    }),
  );
  const waiting = await service.db.query("select 1 from refunds where due_at <= now() and taken_by is null");
  expect(waiting.rowCount).toBe(6);
  expect(new Set(await Promise.all(refunds.map(statusOf)))).toEqual(new Set(["INITIATED"]));

  const probes = await freePort();
  await Promise.all([start({ ROUTING_WORKER_PORT: String(probes) }, "worker"), start({}, "worker")]);
  expect(await ready(`http://127.0.0.1:${probes}`)).toBe(200);
  await eventually(
    () => Promise.all(refunds.map(statusOf)),
    (statuses) => statuses.every((status) => status === "SUCCESS"),
  );
  const sent = await service.db.query("select 1 from simulator.refunds");
  expect(sent.rowCount).toBe(6);
});

test("a worker of `npm run worker` is started again whenever it is killed, and ends with its keeper", async () => {
  const probes = await freePort();
  const keeper = spawn(process.execPath, [join(projectRoot(), "dist/keep.js"), "worker"], {
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      ...service.variables,
      ROUTING_LOG_LEVEL: "info",
      ROUTING_WORKER_PORT: String(probes),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(keeper);
  const started: number[] = [];
  createInterface(keeper.stdout).on("line", (line) => {
    const entry = JSON.parse(line) as { name: string; msg: string; pid: number };
    if (entry.name === "routing" && entry.msg === "ready") started.push(entry.pid);
  });
  for (let kills = 0; kills < 3; kills += 1) {
    const [pid] = await eventually(
      () => Promise.resolve(started.slice(kills)),
      (pids) => pids.length > 0,
    );
    process.kill(pid ?? 0, "SIGKILL");
  }
  await eventually(
    () => ready(`http://127.0.0.1:${probes}`).catch(() => 0),
    (status) => status === 200,
  );
  await end(keeper, "SIGTERM");
  await expect(ready(`http://127.0.0.1:${probes}`)).rejects.toThrow();
});

test("two services on one database give out distinct ids and know each other's records", async () => {
  const port = await freePort();
  await start({ ROUTING_PORT: String(port) }, "service");
  const [here, there] = [service.merchant, service.merchant.at(`http://127.0.0.1:${port}`)];
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? here : there).initiate()),
  );
  const created = replies.map(
    (reply) => reply.json as { transaction_id: string; merchant_transaction_id: string },
  );
  expect(new Set(created.map((payment) => payment.transaction_id)).size).toBe(40);
  for (const payment of created.slice(0, 4)) {
    for (const merchant of [here, there]) {
      expect((await merchant.status(payment.merchant_transaction_id)).json).toMatchObject([
        { transaction_id: payment.transaction_id },
      ]);
    }
  }
});

test("a service that gets a stop signal finishes the request in flight, and accepts no new one", async () => {
  const port = await freePort();
  const child = await start({ ROUTING_PORT: String(port) }, "service");
  const merchant = service.merchant.at(`http://127.0.0.1:${port}`);
  const payment = await merchant.payment({}, null);

  const holder = await service.db.connect();
  await holder.query("begin");
  await holder.query("select 1 from payments where id = $1 for update", [payment.transaction_id]);
  const cancelling = merchant.cancel(payment.merchant_transaction_id);
  await eventually(
    async () =>
      (await service.db.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount,
    (waiting) => waiting === 1,
  );
  const ended = end(child, "SIGTERM");
  await eventually(
    () =>
      merchant.status(payment.merchant_transaction_id).then(
        () => true,
        () => false,
      ),
    (responses) => !responses,
  );
  await holder.query("commit");
  holder.release();

  expect(await cancelling).toMatchObject({ status: 200, json: { success: true } });
  await ended;
  expect(child.exitCode).toBe(0);
});

test("with a shutdown delay, a service that is to stop is not ready, and answers on connections that it closes", async () => {
  const port = await freePort();
  const child = await start(
    { ROUTING_PORT: String(port), SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS) },
    "service",
  );
  const baseUrl = `http://127.0.0.1:${port}`;
  const before = await fetch(`${baseUrl}/healthz`);
  expect([before.status, before.headers.get("connection")]).toEqual([200, "keep-alive"]);
  child.kill("SIGTERM");
  await eventually(
    () => ready(baseUrl),
    (status) => status === 503,
  );
  const response = await fetch(`${baseUrl}/healthz`);
  expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
  // A second signal ends the delay.
  await end(child, "SIGTERM");
  expect(child.exitCode).toBe(0);
});

test("a role that there is not is refused in words", async () => {
  await expect(launch(service.variables, { role: "waiter" as "worker" })).rejects.toThrow(
    /as `service`, as `worker`/,
  );
});
