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

test("a step of the sweep that takes too long each time does not keep lost refunds from their jobs", async () => {
  const { db, merchant } = service;
  const { transaction_id: overdue } = await merchant.payment({}, null);
  const { transaction_id: paymentId } = await merchant.payment();
  await merchant.refund(paymentId, "10.00");
  await db.query("delete from graphile_worker._private_jobs");
  await db.query("update payments set expires_at = now() where id = $1", [overdue]);
  // As a statement timeout does.
  await db.query(`
    create function time_out() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`);
  await db.query(
    "create trigger time_out before update on payments for each row when (new.status = 'DROP') execute function time_out()",
  );
  worker = await launch(service.variables, { role: "worker" });
  const open = async () => (await db.query("select from refunds where completed_at is null")).rowCount;
  expect(await eventually(open, (count) => count === 0, 45_000)).toBe(0);
  await end(worker, "SIGTERM");
  await db.query("drop trigger time_out on payments");
});

test("a sweep that used up its attempts while the database was slow is planned again without a start", async () => {
  const { db, merchant } = service;
  worker = await launch(service.variables, { role: "worker" });
  const { transaction_id: paymentId } = await merchant.payment();
  await merchant.refund(paymentId, "10.00");
  // The refund lost its job too: only the sweep can add another.
  await db.query("delete from graphile_worker._private_jobs");
  await db.query(
    `insert into graphile_worker._private_jobs (task_id, payload, key, attempts, max_attempts)
     select id, '{}', 'sweep', 25, 25 from graphile_worker._private_tasks where identifier = 'sweep'
     on conflict (key) do update set attempts = 25`,
  );
  const open = async () => (await db.query("select from refunds where completed_at is null")).rowCount;
  expect(await eventually(open, (count) => count === 0, 45_000)).toBe(0);
});
