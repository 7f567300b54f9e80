import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import type { Deps } from "./deps";
import { deleteExpiredIdempotencyKeys, runIdempotently } from "./idempotency";

const HOUR_MS = 3_600_000;

let service: TestService;
let context: ReturnType<typeof depsOn>;
beforeAll(async () => {
  service = await startTestService();
  context = depsOn(service);
});
afterAll(async () => {
  await context.close();
  await service.stop();
});

/** A process whose clock is an hour ahead (decision 0264). */
const ahead = (): Deps => ({
  ...context.deps,
  clock: { now: () => new Date(context.deps.clock.now().getTime() + HOUR_MS) },
});
const run = (deps: Deps, key: string, action: () => Promise<string>) =>
  runIdempotently(
    deps,
    { merchantId: 1, endpoint: "refund_initiate", key, rawBody: Buffer.from("{}") },
    (outcome: string) => ({ status: 201, body: outcome }),
    action,
  );
const age = (key: string, interval: string) =>
  service.db.query(
    `update idempotency_keys set leased_until = leased_until - $2::interval, created_at = created_at - $2::interval
     where key = $1`,
    [key, interval],
  );

describe("a process whose clock is an hour ahead", () => {
  test("does not take over the key of a request in progress", async () => {
    let second: unknown;
    await run(context.deps, "in-progress", async () => {
      second = await run(ahead(), "in-progress", () => Promise.resolve("second"));
      return "first";
    });
    expect(second).toEqual({ kind: "in_flight" });
  });

  test("replays a response for the whole 24 hours, and deletes no key before", async () => {
    await run(context.deps, "replayed", () => Promise.resolve("first"));
    await age("replayed", "23 hours 30 minutes");
    await deleteExpiredIdempotencyKeys(ahead());
    expect(await run(ahead(), "replayed", () => Promise.resolve("second"))).toMatchObject({
      response: { body: "first" },
    });
    await age("replayed", "31 minutes");
    expect(await run(context.deps, "replayed", () => Promise.resolve("second"))).toMatchObject({
      response: { body: "second" },
    });
  });

  test("leaves no key in progress for an hour when it dies", async () => {
    void run(ahead(), "dead", () => new Promise(() => undefined));
    const found = () => service.db.query("select from idempotency_keys where key = 'dead'");
    await expect.poll(async () => (await found()).rowCount).toBe(1);
    await age("dead", "5 minutes");
    expect(await run(context.deps, "dead", () => Promise.resolve("second"))).toMatchObject({
      response: { body: "second" },
    });
  });
});

test("a response is replayed for 24 hours, also where an earlier request with its key died a day before", async () => {
  void run(context.deps, "died", () => new Promise(() => undefined));
  const found = () => service.db.query("select from idempotency_keys where key = 'died'");
  await expect.poll(async () => (await found()).rowCount).toBe(1);
  await age("died", "23 hours 59 minutes");
  await run(context.deps, "died", () => Promise.resolve("first"));
  await age("died", "2 minutes");
  expect(await run(context.deps, "died", () => Promise.resolve("second"))).toMatchObject({
    response: { body: "first" },
  });
});

test("the sweep deletes no old key that a request claims anew while it waits", async () => {
  for (const key of ["swept-first", "swept-second"]) {
    await run(context.deps, key, () => Promise.resolve("old"));
    await age(key, "25 hours");
  }
  const client = await service.db.connect();
  try {
    await client.query("begin");
    await client.query("select from idempotency_keys where key like 'swept-%' for update");
    const swept = deleteExpiredIdempotencyKeys(context.deps);
    const countWaiting = async (): Promise<number | null> => {
      const { rowCount } = await service.db.query(
        `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
         and query like 'delete from idempotency_keys%'`,
      );
      return rowCount;
    };
    // The service's own sweep, once a minute, may wait beside it.
    await expect.poll(countWaiting).toBeGreaterThan(0);
    await client.query(
      "update idempotency_keys set created_at = now(), response_status = 201, response_body = 'new' where key = 'swept-second'",
    );
    await client.query("commit");
    await swept;
  } finally {
    client.release();
  }
  expect(await run(context.deps, "swept-second", () => Promise.resolve("again"))).toMatchObject({
    response: { body: "new" },
    replayed: true,
  });
});

test("a request that lost its key reports no refusal: the refund of its own retry may be the reason", async () => {
  let second: unknown;
  const first = await run(context.deps, "suspended", async () => {
    // The process was suspended for longer than its lease. The caller's retry takes the key and makes the refund.
    await age("suspended", "5 minutes");
    second = await run(context.deps, "suspended", () => Promise.resolve("accepted"));
    return "nothing left to refund";
  });
  expect(second).toMatchObject({ response: { body: "accepted" } });
  expect(first).toEqual({ kind: "in_flight" });
});

test("a refusal after a transaction that was rolled back is stored, so that a retry gets it too", async () => {
  const request = {
    merchantId: 1,
    endpoint: "refund_initiate",
    key: "rolled-back",
    rawBody: Buffer.from("{}"),
  };
  const perform = (action: Parameters<typeof runIdempotently<string>>[3]) =>
    runIdempotently(
      context.deps,
      request,
      (body: string) => ({ status: body === "refused" ? 400 : 201, body }),
      action,
    );
  const first = await perform(async (remember) => {
    await inTransaction(context.deps.pool, async (db) => {
      await remember(db, "accepted");
      throw new Error("another refund of the batch failed");
    }).catch(() => undefined);
    return "refused";
  });
  expect(first).toMatchObject({ response: { status: 400 }, replayed: false });

  expect(await perform(() => Promise.resolve("accepted"))).toMatchObject({
    response: { status: 400 },
    replayed: true,
  });
});
