import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { createAsyncEvent } from "@/server/platform/async-event";
import { findDueEndpoints } from "../../store/webhooks/due-endpoints";
import { saveAttempts } from "../../store/webhooks/webhook-attempts";
import { testWebhooks } from "@/tools/testing/routing/deps";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { ops } from "@/tools/testing/routing/webhook-ops";
import {
  answering,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@/tools/testing/routing/webhook-receiver";
import { deleteWebhookEndpoint } from "./delete-webhook-endpoint";
import { deliverWebhooks, type SenderSignals } from "./deliver-webhooks";

const SANDBOX = 1;
const AT_ONCE = 16;
const byHand = useServiceWithoutWorker();

let receiver: WebhookReceiver;
let endpointId: string;
beforeEach(async () => {
  const { service, deps } = byHand;
  receiver = await startWebhookReceiver();
  ({ endpoint_id: endpointId } = await ops(service.merchant, "webhooks.create", {
    url: receiver.url,
    events: ["payment.succeeded"],
  }));
  // Only an endpoint that has worked gets several requests at a time.
  await pay(1);
  await deliver();
  receiver.received.length = 0;
  return async () => {
    await service.db.query("drop trigger if exists fails on webhook_endpoints");
    await service.db.query("drop trigger if exists fails on webhook_attempts");
    await deleteWebhookEndpoint(deps, SANDBOX, endpointId);
    await receiver.stop();
  };
});

const pay = (count: number) =>
  Promise.all(Array.from({ length: count }, () => byHand.service.merchant.payment()));
const signals = (given: Partial<SenderSignals> = {}): SenderSignals => ({
  woken: createAsyncEvent(),
  isStopping: () => false,
  ...given,
});
/** No receiver is too late, however busy the machine is. */
const webhooks = testWebhooks(60_000);
const deliver = (given?: Partial<SenderSignals>) =>
  deliverWebhooks(
    { ...byHand.deps, webhooks },
    { merchantId: SANDBOX, endpointId },
    "prompt",
    signals(given),
  );
async function numberOf(text: string, values: unknown[] = [endpointId]): Promise<number> {
  const { rows } = await byHand.service.db.query<{ n: number }>(text, values);
  return rows[0]?.n ?? -1;
}
const waiting = () =>
  numberOf(
    "select count(*)::integer as n from webhook_deliveries where endpoint_id = $1 and status = 'WAITING'",
  );
const leased = () =>
  numberOf(
    "select count(*)::integer as n from webhook_deliveries where endpoint_id = $1 and lease is not null",
  );
/** Statements on this table fail by this error, `times` times. */
async function fail(table: string, error: string, times = 1_000_000): Promise<void> {
  const { db } = byHand.service;
  await db.query("drop sequence if exists failures; create sequence failures");
  await db.query(`create or replace function fails() returns trigger language plpgsql as $$
    begin if nextval('failures') <= ${times} then raise exception 'for the test' using errcode = '${error}'; end if;
    return new; end $$`);
  await db.query(
    `create trigger fails before insert or update on ${table} for each row execute function fails()`,
  );
}

test("a failure counts once although its transaction is repeated after a deadlock", async () => {
  await pay(1);
  await fail("webhook_endpoints", "40P01", 1);
  receiver.behave(answering(503));
  await deliver();
  expect(receiver.received).toHaveLength(1);
  expect(await numberOf("select consecutive_failures as n from webhook_endpoints where id = $1")).toBe(1);
});

test("what was sent while the database was away for a moment is recorded after it", async () => {
  await pay(8);
  // Some are answered during the outage, the others after it, however long it takes.
  const isOver = createAsyncEvent();
  receiver.behave((response, webhook, earlier) => {
    const release = (): void => answering(200)(response, webhook, earlier);
    if (earlier < 2) release();
    else void isOver.wait().then(release);
  });
  await fail("webhook_attempts", "57P01");
  const delivered = expect(deliver()).rejects.toThrow("for the test");
  const failed = () => numberOf("select last_value::integer as n from failures where is_called", []);
  await vi.waitFor(async () => expect(await failed()).toBeGreaterThan(0), { timeout: 30_000 });
  await byHand.service.db.query("drop trigger fails on webhook_attempts");
  isOver.set();
  await delivered;
  expect([receiver.received.length, await waiting()]).toEqual([8, 0]);
});

test("with as many leased by a dead process as an endpoint gets, and more due, it is due until a lease ends", async () => {
  await pay(AT_ONCE + 2);
  await byHand.service.db.query(
    `update webhook_deliveries set lease = gen_random_uuid(), leased_until = now() + interval '10 seconds'
     where id in (select id from webhook_deliveries where endpoint_id = $1 and status = 'WAITING' limit ${AT_ONCE})`,
    [endpointId],
  );
  const isDue = async (): Promise<boolean> => {
    const look = { now: byHand.deps.clock.now(), isStruggling: false, limit: 10 };
    return (await findDueEndpoints(byHand.deps.pool, look)).some((due) => due.endpointId === endpointId);
  };
  expect(await deliver()).toBe("blocked");
  expect(receiver.received).toHaveLength(0);
  expect(await isDue()).toBe(true);
  await byHand.service.db.query(
    "update webhook_deliveries set leased_until = now() - interval '1 second' where lease is not null",
  );
  expect(await deliver()).toBe("done");
  expect(receiver.received).toHaveLength(AT_ONCE + 2);
  expect(await isDue()).toBe(false);
});

test("a lease lasts from when the endpoint's lock is held, however long it was waited for", async () => {
  const [delivery] = await pay(1);
  const other = await byHand.service.db.connect();
  try {
    await other.query("begin");
    await other.query("select from webhook_endpoints where id = $1 for update", [endpointId]);
    const release = createAsyncEvent();
    receiver.behave((response, webhook, earlier) => {
      void release.wait().then(() => answering(200)(response, webhook, earlier));
    });
    const sending = deliver();
    const blocked =
      "select count(*)::integer as n from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0";
    await vi.waitFor(async () => expect(await numberOf(blocked, [])).toBe(1), { timeout: 30_000 });
    const released = await other.query<{ at: Date }>("select clock_timestamp() as at");
    await other.query("commit");
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 30_000 });
    const { rows } = await byHand.service.db.query<{ leased_until: Date }>(
      "select leased_until from webhook_deliveries where payment_id = $1 and lease is not null",
      [delivery?.transaction_id],
    );
    release.set();
    await sending;
    const sinceReleased = (rows[0]?.leased_until.getTime() ?? 0) - (released.rows[0]?.at.getTime() ?? 0);
    expect(sinceReleased).toBeGreaterThanOrEqual(2 * webhooks.timeoutMs);
  } finally {
    other.release();
  }
});

test("a process whose clock is ahead leaves alone what another one sends (decision 0264)", async () => {
  await pay(1);
  const release = createAsyncEvent();
  receiver.behave((response, webhook, earlier) => {
    const respond = (): void => answering(200)(response, webhook, earlier);
    if (earlier === 0) void release.wait().then(respond);
    else respond();
  });
  const sending = deliver();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), { timeout: 30_000 });
  const clock = { now: () => new Date(Date.now() + 3_600_000) };
  const look = { now: clock.now(), isStruggling: false, limit: 10 };
  const due = await findDueEndpoints(byHand.deps.pool, look);
  await deliverWebhooks({ ...byHand.deps, webhooks, clock }, { merchantId: SANDBOX, endpointId }, "prompt");
  release.set();
  await sending;
  expect([receiver.received.length, due.filter((found) => found.endpointId === endpointId)]).toEqual([1, []]);
});

test("of two attempts at one delivery, only that of the current lease counts", async () => {
  await pay(1);
  const [lease, stale] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  const { rows } = await byHand.service.db.query<{ id: string }>(
    `update webhook_deliveries set lease = $2, leased_until = now() + interval '10 seconds'
     where endpoint_id = $1 and status = 'WAITING' returning id`,
    [endpointId, lease],
  );
  const id = rows[0]?.id ?? "";
  const at = new Date();
  const result = { kind: "answered" as const, status: 200, headers: {}, body: "", bodyIsCut: false };
  const attempt = { url: receiver.url, startedAt: at, durationMs: 1, requestHeaders: {}, result };
  const next = { status: "DELIVERED" as const, nextAttemptAt: null, completedAt: at };
  const saved = await saveAttempts(byHand.deps.pool, SANDBOX, [
    { claimed: { id, lease: stale }, attempt, next },
    { claimed: { id, lease }, attempt, next },
  ]);
  expect(saved.map(({ claimed }) => claimed.lease)).toEqual([lease]);
});

test("secrets that do not open: it fails each time, and claims nothing", async () => {
  await pay(2);
  await byHand.service.db.query("update webhook_endpoints set sealed_secret = '\\x00' where id = $1", [
    endpointId,
  ]);
  for (let times = 0; times < 2; times += 1) await expect(deliver()).rejects.toThrow("no secret");
  expect([receiver.received.length, await waiting(), await leased()]).toEqual([0, 2, 0]);
});

test("a process that stops begins no further request, and leaves the rest to another sender", async () => {
  await pay(AT_ONCE + 4);
  let isStopping = false;
  receiver.behave((response, webhook, earlier) => {
    isStopping = true;
    setTimeout(() => answering(200)(response, webhook, earlier), 50);
  });
  expect(await deliver({ isStopping: () => isStopping })).toBe("more");
  expect([receiver.received.length, await waiting(), await leased()]).toEqual([AT_ONCE, 4, 0]);
});

test("with as many requests as an endpoint gets, further events cause no transactions", async () => {
  await pay(AT_ONCE + 4);
  const releases: (() => void)[] = [];
  receiver.behave((response, webhook, earlier) => {
    releases.push(() => answering(200)(response, webhook, earlier));
    if (earlier >= AT_ONCE) releases.at(-1)?.();
  });
  const woken = createAsyncEvent();
  let turns = 0;
  const isStopping = (): boolean => {
    turns += 1;
    return false;
  };
  const sending = deliver({ woken, isStopping });
  while (releases.length < AT_ONCE) await sleep(5);
  const before = turns;
  for (let times = 0; times < 10; times += 1) {
    woken.set();
    await sleep(10);
  }
  expect(turns).toBe(before);
  for (const release of releases.splice(0)) release();
  await sending;
  expect(await waiting()).toBe(0);
});
