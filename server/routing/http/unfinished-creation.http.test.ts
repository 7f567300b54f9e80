import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually, newReference, paymentBody } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestServiceProcess } from "@/tools/testing/routing/service";

let service: TestServiceProcess;
beforeAll(async () => {
  service = await startTestService({ SWEEP_INTERVAL_MS: "600000" });
});
afterAll(() => service.stop());

/** While the trigger exists, a creation stops between inserting the payment and its link. */
beforeEach(() =>
  service.db.query(`
    create or replace function stand_still() returns trigger language plpgsql as
      $$ begin perform pg_sleep(8); return new; end $$;
    create or replace trigger stand_still before update of link_issued_at on payments
      for each row when (new.link_issued_at is not null) execute function stand_still()`),
);

/** kill -9 between the payment and its link; returns the reference of the payment that is left. */
async function leaveUnfinished(headers: Record<string, string> = {}): Promise<string> {
  const reference = newReference();
  const first = service.merchant
    .initiate({ merchant_transaction_id: reference }, headers)
    .catch(() => "connection lost");
  await eventually(
    () => service.db.query(`select 1 from payments where merchant_transaction_id = $1`, [reference]),
    ({ rows }) => rows.length === 1,
  );
  await service.killAndRestart(async () => {
    await service.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'paydeck-routing'`,
    );
    await service.db.query(`drop trigger stand_still on payments`);
  });
  expect(await first).toBe("connection lost");
  return reference;
}
const age = (reference: string): Promise<unknown> =>
  service.db.query(
    `update payments set created_at = now() - interval '61 seconds' where merchant_transaction_id = $1`,
    [reference],
  );

describe("a creation whose process died before its link was out (failures 5 and 6)", () => {
  test("is 409 to another key and 400 without one, remembered for neither; once it is given up the same retry creates anew", async () => {
    const reference = await leaveUnfinished();
    const body = paymentBody({ merchant_transaction_id: reference });
    const headers = { "Idempotency-Key": "retry-1" };
    const waiting = await service.merchant.initiate(body, headers);
    expect([waiting.status, waiting.json]).toEqual([
      409,
      {
        success: false,
        message: [{ merchant_transaction_id: expect.stringContaining("still being initialised") as string }],
      },
    ]);
    const without = await service.merchant.initiate(body);
    expect([without.status, without.json]).toEqual([
      400,
      { success: false, message: [{ merchant_transaction_id: "Already exists" }] },
    ]);

    await age(reference);
    const created = await service.merchant.initiate(body, headers);
    expect([created.status, created.json]).toMatchObject([201, { success: true }]);
    const again = await service.merchant.initiate(body, headers);
    expect([again.status, again.text]).toEqual([201, created.text]);
    const records = (await service.merchant.status(reference)).json as { transaction_status: string }[];
    expect(records.map((record) => record.transaction_status)).toEqual(["INITIATED", "FAILURE"]);
  });

  test("is 409 to its own key, which is claimed when its lease has expired", async () => {
    const headers = { "Idempotency-Key": "killed-1" };
    const reference = await leaveUnfinished(headers);
    const body = paymentBody({ merchant_transaction_id: reference });
    expect((await service.merchant.initiate(body, headers)).status).toBe(409);
    await age(reference);
    await service.db.query(`update idempotency_keys set leased_until = now() where key = 'killed-1'`);
    expect(await service.merchant.initiate(body, headers)).toMatchObject({
      status: 201,
      json: { success: true },
    });
  });
});
