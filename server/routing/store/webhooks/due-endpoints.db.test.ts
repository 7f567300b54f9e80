import { beforeAll, expect, test } from "vitest";
import { planOfOne, rowsRead } from "@/tools/testing/plans";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { findDueEndpoints } from "./due-endpoints";

const ENDPOINTS = 5;
const DELIVERIES_EACH = 3_000;
const byHand = useServiceWithoutWorker();

beforeAll(async () => {
  const { db } = byHand.service;
  await db.query(
    `insert into webhook_endpoints (merchant_id, id, url, description, events, enabled, sealed_secret, created_at)
     select 1, 'whe_' || n, 'http://127.0.0.1:9/', '', '{payment.succeeded}', true, 'sealed', now()
     from generate_series(1, $1::integer) n`,
    [ENDPOINTS],
  );
  await db.query(
    `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, occurred_at, body, next_attempt_at)
     select 1, 'msg_' || n || '_' || m, 'whe_' || n, 'payment.succeeded', now(), '{}', now() + interval '1 hour'
     from generate_series(1, $1::integer) n, generate_series(1, $2::integer) m`,
    [ENDPOINTS, DELIVERIES_EACH],
  );
  await db.query("analyze webhook_deliveries, webhook_endpoints");
});

const terms = (now: Date, limit: number) => ({ now, isStruggling: false, limit });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

test.each(["none of which is due", "all of which are due"])(
  "a backlog, %s, is not read to find its endpoint",
  async (which) => {
    const isDue = which.startsWith("all");
    const look = terms(inHours(isDue ? 2 : 0), 1_000);
    const found = await findDueEndpoints(byHand.deps.pool, look);
    expect(found).toHaveLength(isDue ? ENDPOINTS : 0);
    const { nodes } = await planOfOne(byHand.service.db, (db) => findDueEndpoints(db, look));
    expect(rowsRead(nodes)).toBeLessThan(100);
  },
);

test("with more due endpoints than a look returns, each is found by one of the next looks", async () => {
  const found = new Set<string>();
  for (let looks = 0; looks < 200 && found.size < ENDPOINTS; looks += 1)
    for (const { endpointId } of await findDueEndpoints(byHand.deps.pool, terms(inHours(2), 2)))
      found.add(endpointId);
  expect(found.size).toBe(ENDPOINTS);
});
