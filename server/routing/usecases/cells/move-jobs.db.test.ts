import { expect, test, vi } from "vitest";
import { addJob } from "@/server/platform/add-job";
import { findLeftJobs } from "../../store/cells/in-progress";
import { depsOn } from "../../testing/deps";
import { eventually } from "../../testing/merchant-code";
import { MERCHANT, useMovingMerchant } from "../../testing/moving-merchant";
import { receiveNotification } from "../payments/receive-notification";
import { advanceRefund } from "../refunds/advance-refund";
import { openCell } from "./cells";
import { clearMerchant } from "./clear-merchant";
import { handOverLeftJobs } from "./finish-move";
import { stayHere } from "./move-merchant";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const cells = useMovingMerchant();
const { move, crash, openAgain, jobOf } = cells;

test("what waits to be done moves too, at its time", async () => {
  await addJob(
    cells.service.db,
    "look-up-payment",
    { merchantId: MERCHANT, paymentId: "TXN-OF-A-NOTIFICATION" },
    {
      key: "payment-hint:1:TXN-OF-A-NOTIFICATION",
      delayMs: 3_600_000,
    },
  );
  await move();
  const { rows } = await cells.target.pool.query<{ payload: object; minutes: number }>(
    `select payload, extract(epoch from run_at - now())::float8 / 60 as minutes from graphile_worker._private_jobs
     where key = 'payment-hint:1:TXN-OF-A-NOTIFICATION'`,
  );
  expect(rows).toMatchObject([{ payload: { merchantId: MERCHANT, paymentId: "TXN-OF-A-NOTIFICATION" } }]);
  expect(rows[0]?.minutes).toBeGreaterThan(55);
});

/** As a worker leaves it after it was refused so often; 25 attempts are all. */
async function refused(attempts: number): Promise<string> {
  const key = `payment-hint:1:REFUSED-${String(attempts)}`;
  await addJob(
    cells.service.db,
    "look-up-payment",
    { merchantId: MERCHANT, paymentId: "TXN-REFUSED" },
    { key },
  );
  await cells.service.db.query(
    `update graphile_worker._private_jobs set attempts = $2, run_at = now() + interval '2 hours',
       last_error = 'merchant 1 is being moved to another cell' where key = $1`,
    [key, attempts],
  );
  return key;
}
const FRESH = [{ attempts: 0, is_available: true, is_due: true }];

test.each([3, 25])(
  "a job that was refused %d times meanwhile starts at once in the new cell",
  async (attempts) => {
    let key = "";
    await move(async (step) => {
      if (step === "quiet") key = await refused(attempts);
    });
    expect(await jobOf(cells.target.pool, key)).toEqual(FRESH);
    expect(await jobOf(cells.pools.source, key)).toEqual([]);
  },
);

test("a job that was refused meanwhile starts at once when the merchant stays", async () => {
  let key = "";
  await expect(
    move(async (step) => {
      if (step !== "quiet") return;
      key = await refused(25);
      await crash();
    }),
  ).rejects.toThrow();
  await openAgain();
  expect(await jobOf(cells.pools.source, key)).toMatchObject([{ is_available: false }]);
  await stayHere(cells.pools.source, MERCHANT);
  // A worker takes it, finds no such payment, and tries again.
  await eventually(
    () => jobOf(cells.pools.source, key),
    (jobs) => JSON.stringify(jobs).includes('"is_available":true'),
  );
  await cells.service.db.query("delete from graphile_worker._private_jobs where key = $1", [key]);
});

test("a lookup that a notification causes during the move is done by the new cell", async () => {
  const { deps, close } = depsOn(cells.service);
  const { rows } = await cells.service.db.query<{ id: string }>(
    "select id from payments where merchant_id = 1 limit 1",
  );
  const reading = { kind: "payment", merchantId: MERCHANT, paymentId: rows[0]?.id, notificationId: "n" };
  const gateways = new Map([["simulator", { readNotification: () => Promise.resolve(reading) } as never]]);
  let received: unknown;
  await move(async (step) => {
    if (step === "copied")
      received = await receiveNotification({ ...deps, gateways }, "simulator", {} as never);
  });
  await close();
  expect(received).toMatchObject({ ok: true, value: { lookups: 1 } });
  expect(await jobOf(cells.target.pool, `payment-hint:1:${rows[0]?.id ?? ""}`)).toEqual(FRESH);
});

/** As somebody adds it who asked before the move whether the merchant is here, and stalled as long as the move. */
async function addLate(): Promise<string> {
  const key = "payment-hint:1:TXN-LATE";
  await addJob(cells.service.db, "look-up-payment", { merchantId: MERCHANT, paymentId: "TXN-LATE" }, { key });
  // A worker of the old cell tries it, and is refused.
  await eventually(
    async () => JSON.stringify(await jobOf(cells.service.db, key)),
    (job) => job.includes('"attempts":1,"is_available":true'),
  );
  return key;
}

test("a job that is added to the old cell after the move is handed over by the command when it is repeated", async () => {
  await move();
  const key = await addLate();
  await move();
  expect(await jobOf(cells.target.pool, key)).toEqual(FRESH);
});

test("a job that is added to the old cell after the move is handed over by the process that keeps the proxy's table", async () => {
  await move();
  const key = await addLate();
  const both = [await openCell(cells.pools.source), await openCell(cells.pools.target)];
  const handedOver = [{ merchantId: MERCHANT, from: "a", to: "b", jobs: 1 }];
  expect(await handOverLeftJobs(both)).toEqual({ handedOver, problems: [] });
  expect(await jobOf(cells.target.pool, key)).toEqual(FRESH);
  expect(await handOverLeftJobs(both)).toEqual({ handedOver: [], problems: [] });
});

test("a job of a merchant that no known cell has stays where it is", async () => {
  await move();
  const key = await addLate();
  expect(await handOverLeftJobs([await openCell(cells.pools.source)])).toEqual({
    handedOver: [],
    problems: [],
  });
  expect(await jobOf(cells.service.db, key)).toHaveLength(1);
});

test("a worker of the old cell that wakes up after the move sends no refund", async () => {
  const { deps, close } = depsOn(cells.service);
  const gateway = deps.gateways.get("simulator");
  if (gateway === undefined) throw new Error("no simulator");
  const send = vi.spyOn(gateway, "refund");
  await move();
  // As it was when the worker took its job: sent perhaps, and without an answer.
  await cells.service.db.query(
    `begin; set local paydeck.mover = 'on';
     insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway, requested_at, is_unsent)
     select merchant_id, 'RFD-AWAKE', id, merchant_transaction_id, 100, currency, 'INITIATED', gateway, now(), false
     from payments where merchant_id = 1 and status = 'SUCCESS' limit 1; commit`,
  );
  await expect(advanceRefund(deps, { merchantId: MERCHANT, refundId: "RFD-AWAKE" })).rejects.toThrow(/moved/);
  expect(send).not.toHaveBeenCalled();
  await close();
  await cells.service.db.query(
    "begin; set local paydeck.mover = 'on'; delete from refunds where id = 'RFD-AWAKE'; commit",
  );
});

test("a job that is added to the old cell after the move is named, and handed over before its rows are cleared", async () => {
  await move();
  const key = await addLate();
  expect(await findLeftJobs(cells.service.db)).toEqual([{ merchantId: MERCHANT, movedTo: "b", jobs: 1 }]);
  await clearMerchant(MERCHANT, await openCell(cells.pools.source), [await openCell(cells.pools.target)]);
  expect(await jobOf(cells.target.pool, key)).toEqual(FRESH);
  expect(await findLeftJobs(cells.service.db)).toEqual([]);
});
