import { afterAll, beforeAll, expect, test } from "vitest";
import { depsOn } from "@/tools/testing/routing/deps";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import type { Deps } from "./deps";
import { readServiceStatus } from "./read-service-status";

let service: TestService;
let deps: Deps;
let close: () => Promise<void>;

beforeAll(async () => {
  service = await startTestService();
  ({ deps, close } = depsOn(service));
});
afterAll(async () => {
  await close();
  await service.stop();
});

test("jobs and webhooks work; a row that nobody takes makes them late since it was due; without workers both are down", async () => {
  expect(await readServiceStatus(deps)).toEqual({
    jobs: { state: "works", since: null },
    webhooks: { state: "works", since: null },
  });

  await service.db.query(
    `insert into payment_polls (merchant_id, payment_id, gateway, due_at) values (1, 'TXN-nowhere', 'simulator', now() - interval '5 minutes')`,
  );
  const late = await readServiceStatus(deps);
  expect(late.jobs.state).toBe("late");
  expect(Date.now() - (late.jobs.since?.getTime() ?? 0)).toBeGreaterThan(4 * 60_000);
  expect(late.webhooks).toEqual({ state: "works", since: null });

  // A living worker renews its lease within seconds: inside one transaction its death stays visible.
  const clock = { now: () => new Date() };
  const db = await service.db.connect();
  try {
    await db.query("begin");
    await db.query("update workers set seen_at = now() - interval '1 hour'");
    const dead = await readServiceStatus({ ...deps, clock, pool: db as unknown as Deps["pool"] });
    expect([dead.jobs.state, dead.webhooks.state]).toEqual(["down", "down"]);
    expect(Date.now() - (dead.jobs.since?.getTime() ?? 0)).toBeGreaterThan(59 * 60_000);
  } finally {
    await db.query("rollback");
    db.release();
  }
});
