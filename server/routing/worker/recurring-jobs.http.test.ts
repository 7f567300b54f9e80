import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { end, launch, startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
let worker: ChildProcess | null = null;
beforeAll(async () => {
  service = await startTestService({ SWEEP_INTERVAL_MS: "500" }, undefined, { role: "service" });
});
afterAll(async () => {
  if (worker !== null) await end(worker, "SIGTERM");
  await service.stop();
});

const keysLeft = async () => (await service.db.query("select from idempotency_keys")).rowCount;
const leaveKey = () =>
  service.db.query(
    `insert into idempotency_keys (merchant_id, endpoint, key, body_sha256, lease, leased_until, created_at)
     values (1, 'refund_initiate', 'old', '\\x00', gen_random_uuid(), now(), now() - interval '25 hours')`,
  );

test("a step of the sweep that fails each time does not keep the others from their work, nor the next sweep", async () => {
  const { db, merchant } = service;
  const { transaction_id: overdue } = await merchant.payment({}, null);
  await db.query("update payments set expires_at = now() where id = $1", [overdue]);
  // The function fails as a statement timeout does.
  await db.query(`
    create function time_out() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`);
  await db.query(
    "create trigger refuse before delete on used_signatures for each row execute function time_out()",
  );
  await db.query(
    "insert into used_signatures (merchant_id, signature, valid_until) values (1, 's', now() - interval '1 hour')",
  );
  worker = await launch(service.variables, { role: "worker" });
  for (let sweep = 0; sweep < 2; sweep += 1) {
    await leaveKey();
    expect(await eventually(keysLeft, (count) => count === 0, 45_000)).toBe(0);
  }
  const { rows } = await db.query("select status from payments where id = $1", [overdue]);
  expect(rows).toEqual([{ status: "DROP" }]);
  await end(worker, "SIGTERM");
  await db.query("drop trigger refuse on used_signatures");
});

test("a sweep whose worker was killed is another worker's once its claim ends", async () => {
  const { db } = service;
  worker = await launch(service.variables, { role: "worker" });
  await db.query(
    "update schedules set due_at = now() - interval '1 hour', taken_by = 'killed', taken_until = now() + interval '2 seconds' where task = 'sweep'",
  );
  await leaveKey();
  expect(await eventually(keysLeft, (count) => count === 0, 45_000)).toBe(0);
});
