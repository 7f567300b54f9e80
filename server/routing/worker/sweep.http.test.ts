import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { end, launch, startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
let worker: ChildProcess;
beforeAll(async () => {
  // The interval does not start a second sweep during the test.
  service = await startTestService({ SWEEP_INTERVAL_MS: "600000" }, undefined, { role: "service" });
});
afterAll(async () => {
  await end(worker, "SIGTERM");
  await service.stop();
});

test("a sweep that reaches a bound is followed by the next at once, until nothing is left", async () => {
  const { db } = service;
  await db.query(
    `insert into idempotency_keys (merchant_id, endpoint, key, body_sha256, lease, leased_until, created_at)
     select 1, 'refund_initiate', 'key-' || n, '\\x00', gen_random_uuid(), now(), now() - interval '25 hours'
     from generate_series(1, 12000) n`,
  );
  await db.query(
    `insert into used_signatures (merchant_id, signature, valid_until)
     select 1, 'signature-' || n, now() - interval '1 hour' from generate_series(1, 22000) n`,
  );
  worker = await launch(service.variables, { role: "worker" });
  const left = await eventually(
    async () =>
      (
        await db.query<{ keys: string; signatures: string }>(
          `select (select count(*) from idempotency_keys)::text as keys,
             (select count(*) from used_signatures)::text as signatures`,
        )
      ).rows[0],
    (counts) => counts !== undefined && Object.values(counts).every((count) => count === "0"),
  );
  expect(left).toEqual({ keys: "0", signatures: "0" });
});
