import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "@/tools/testing/own-postgres";
import { commitOnBoth, type Standby, startStandby } from "@/tools/testing/standby";
import { type CreatedPayment, eventually } from "@/tools/testing/routing/merchant-code";
import { type NetworkDouble, openNetworkDouble } from "@/tools/testing/platform/network-double";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

const ACKNOWLEDGED_BEFORE = 30;
const CALLERS = 4;
/** A fast machine makes more refunds than a key may ask for in a second. */
const TOO_MANY = 429;

let postgres: OwnPostgres;
let standby: Standby;
let address: NetworkDouble;
let service: TestService;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  standby = await startStandby(postgres.folder, postgres.adminUrl);
  await commitOnBoth(postgres.adminUrl);
  const { database } = postgres;
  address = await openNetworkDouble(database.url);
  service = await startTestService({ ROUTING_DATABASE_URL: address.urlOf(database.url) }, database);
});
afterAll(async () => {
  const [routing, open, copy] = [service, address, standby] as [TestService?, NetworkDouble?, Standby?];
  await routing?.stop();
  await open?.close();
  await copy?.kill();
  await (postgres as OwnPostgres | undefined)?.stop();
});

test("a promoted standby has every payment and refund that was acknowledged, and the service goes on with it", async () => {
  const { merchant } = service;
  const paid = await merchant.payment({ transaction_amount: "100000.00" });
  const references: string[] = [];
  const refundIds: string[] = [];
  let isOver = false;

  // A request without a response, or with 503, has an unknown outcome: nothing was promised.
  const work = async (): Promise<void> => {
    while (!isOver) {
      const created = await merchant.initiate().catch(() => null);
      if (created?.status === 201) references.push((created.json as CreatedPayment).merchant_transaction_id);
      const refunded = await merchant.refund(paid.transaction_id, "1.00").catch(() => null);
      if (refunded?.status === 201) refundIds.push((refunded.json as { refund_id: string }).refund_id);
    }
  };
  const callers = Array.from({ length: CALLERS }, work);
  const acknowledged = (): Promise<number> => Promise.resolve(refundIds.length);
  await eventually(acknowledged, (count) => count >= ACKNOWLEDGED_BEFORE, 60_000);

  await postgres.kill();
  await standby.promote();
  address.moveTo(Number(new URL(standby.urlOf(postgres.adminUrl)).port));
  const before = refundIds.length;
  await eventually(acknowledged, (count) => count > before, 60_000);
  await eventually(acknowledged, (count) => count >= before + ACKNOWLEDGED_BEFORE, 60_000);
  isOver = true;
  await Promise.all(callers);

  const lost: string[] = [];
  for (const reference of references) {
    const found = await eventually(
      async () => (await merchant.status(reference)).status,
      (status) => status !== TOO_MANY,
    );
    if (found !== 200) lost.push(reference);
  }
  const statusOf = async (refundId: string): Promise<string> => {
    const { status, json } = await merchant.refundStatus(refundId);
    if (status === TOO_MANY) return "unknown";
    return (json as { refund_status?: string }).refund_status ?? "lost";
  };
  const open = new Set(refundIds);
  await eventually(
    async () => {
      for (const refundId of open) {
        const status = await statusOf(refundId);
        if (status === "lost") lost.push(refundId);
        if (status === "SUCCESS" || status === "lost") open.delete(refundId);
      }
      return open.size;
    },
    (count) => count === 0,
    60_000,
  );
  expect(lost).toEqual([]);

  // The vendor made each refund once: also those whose worker lost its database in the middle.
  const promoted = new pg.Client({ connectionString: standby.urlOf(postgres.database.url) });
  await promoted.connect();
  const { rows } = await promoted.query<{ id: string; times: number }>(
    "select refund_id as id, count(*)::int as times from simulator.refunds group by refund_id having count(*) > 1",
  );
  await promoted.end();
  expect(rows).toEqual([]);
});
