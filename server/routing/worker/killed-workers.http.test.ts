import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { depsOn } from "@/tools/testing/routing/deps";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { end, launch, startTestService, type TestService } from "@/tools/testing/routing/service";
import { scriptSimulator } from "@/tools/testing/routing/simulator-script";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { startWebhookReceiver, type WebhookReceiver } from "@/tools/testing/routing/webhook-receiver";

/**
 * Every state of the service that a worker moves on (`server/ARCHITECTURE.md`), with the claims of workers that were killed. No
 * worker runs until all of them exist.
 */
const SANDBOX = 1;

let service: TestService;
let deps: ReturnType<typeof depsOn>;
let receiver: WebhookReceiver;
let worker: ChildProcess | null = null;
/** The expected values of each record after the worker has run, by its initial state. */
const states: Record<string, { query: string; ids: string[]; ends: Record<string, unknown> }> = {};

beforeAll(async () => {
  service = await startTestService({ SWEEP_INTERVAL_MS: "300", GATEWAY_FIRST_LOOK_MS: "200" }, undefined, {
    role: "service",
  });
  // No refund becomes final at the gateway before the test says so.
  deps = depsOn(service, { refundMs: 3_600_000 });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  if (worker !== null) await end(worker, "SIGTERM");
  await receiver.stop();
  await deps.close();
  await service.stop();
});

const query = (text: string, values: unknown[] = []) =>
  service.db.query<Record<string, unknown>>(text, values);
async function leavePayments(): Promise<void> {
  const abandoned = await service.merchant.payment({}, null);
  await query("update payments set expires_at = now() where id = $1", [abandoned.transaction_id]);
  // The gateway has charged the customer, and its response was lost.
  await scriptSimulator(service.db, "charge", "lose_response");
  const charged = await service.merchant.payment();
  states["payment INITIATED"] = {
    query: "select status from payments where id = $1",
    ids: [abandoned.transaction_id],
    ends: { status: "DROP" },
  };
  const status = "select status, watched_until is null as unpolled from payments where id = $1";
  expect((await query(status, [charged.transaction_id])).rows).toEqual([
    { status: "INITIATED", unpolled: false },
  ]);
  states["payment with watched_until"] = {
    query: status,
    ids: [charged.transaction_id],
    ends: { status: "SUCCESS", unpolled: true },
  };
}

async function leaveDeliveries(): Promise<void> {
  const subscribe = () =>
    ops(service.merchant, "webhooks.create", { url: receiver.url, events: ["payment.succeeded"] });
  const [kept, deleted] = [await subscribe(), await subscribe()];
  await service.merchant.payment();
  const idsOf = async (endpointId: string): Promise<string[]> => {
    const { rows } = await query("select id from webhook_deliveries where endpoint_id = $1", [endpointId]);
    return rows.map(({ id }) => String(id));
  };
  // Leased by a worker that has died, so that the deletion does not make it a dead letter.
  await query(
    `update webhook_deliveries set lease = gen_random_uuid(), leased_until = now() + interval '1 second'
     where endpoint_id = $1`,
    [deleted.endpoint_id],
  );
  await ops(service.merchant, "webhooks.delete", { endpoint_id: deleted.endpoint_id });
  const status = "select status from webhook_deliveries where id = $1";
  states["delivery WAITING"] = {
    query: status,
    ids: await idsOf(kept.endpoint_id),
    ends: { status: "DELIVERED" },
  };
  states["delivery WAITING for a deleted endpoint"] = {
    query: status,
    ids: await idsOf(deleted.endpoint_id),
    ends: { status: "SET_ASIDE" },
  };
}

async function leaveIdempotencyKey(): Promise<void> {
  await query(
    `insert into idempotency_keys (merchant_id, endpoint, key, body_sha256, lease, leased_until, created_at)
     values ($1, 'refund_initiate', 'key-of-a-dead-process', '\\x00', gen_random_uuid(), now(), now() - interval '25 hours')`,
    [SANDBOX],
  );
  states["idempotency key without an answer"] = {
    query: "select count(*)::int as keys from idempotency_keys where key = $1",
    ids: ["key-of-a-dead-process"],
    ends: { keys: 0 },
  };
}

test("every state that a worker moves on ends after every worker was killed", async () => {
  await leavePayments();
  await leaveDeliveries();
  await leaveIdempotencyKey();
  for (const table of ["payment_polls", "schedules"])
    await query(
      `update ${table} set due_at = now(), taken_by = 'killed', taken_until = now() + interval '1 second'`,
    );

  worker = await launch({ ...service.variables, SIMULATOR_REFUND_MS: "0" }, { role: "worker" });
  const found = async (): Promise<Record<string, unknown>> => {
    const each = Object.entries(states).map(async ([state, { query: text, ids }]) => {
      expect(ids, state).not.toEqual([]);
      return [state, (await Promise.all(ids.map((id) => query(text, [id])))).flatMap(({ rows }) => rows)];
    });
    return Object.fromEntries(await Promise.all(each)) as Record<string, unknown>;
  };
  const wanted = Object.fromEntries(
    Object.entries(states).map(([state, { ids, ends }]) => [state, ids.map(() => ends)]),
  );
  const last = await eventually(found, (now) => JSON.stringify(now) === JSON.stringify(wanted)).catch(found);
  expect(last).toEqual(wanted);
});
