import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { end, launch, startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
let worker: ChildProcess;
beforeAll(async () => {
  service = await startTestService({ SWEEP_INTERVAL_MS: "600000" }, undefined, { role: "service" });
});
afterAll(async () => {
  await end(worker, "SIGTERM");
  await service.stop();
});

test("a log that is far too long is pruned at once, and not a part of it at every sweep", async () => {
  await service.db.query(
    `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, occurred_at, body, status, next_attempt_at,
       completed_at)
     select 1, 'msg_old_' || n, 'whe_gone', 'payment.succeeded', now() - interval '31 days', '{}', 'DELIVERED', now(), now()
     from generate_series(1, 7000) n`,
  );
  worker = await launch(service.variables, { role: "worker" });
  const left = await eventually(
    async () => (await service.db.query("select from webhook_deliveries")).rowCount,
    (count) => count === 0,
  );
  expect(left).toBe(0);
});
