import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import type { Refund } from "../../domain/refunds/refund";
import type { GatewayRefund, GatewayRefundRequest } from "../../gateway/port";
import { dueRefunds } from "../../store/refunds/due-refunds";
import { findRefund } from "../../store/refunds/refunds";
import { depsOn } from "@/tools/testing/routing/deps";
import { type CreatedPayment, eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { advanceRefund } from "./advance-refund";
import { recordChangedEnd } from "./changed-end";
import { applyGatewayRefund } from "./apply-gateway-refund";

const SANDBOX = 1;
const REFUSED: GatewayRefund = { gatewayRefundId: null, status: "FAILURE" };

let service: TestService;
let context: ReturnType<typeof depsOn>;
beforeAll(async () => {
  // Refunds end only when a test ends them: the service's own jobs see them pending.
  service = await startTestService({ SIMULATOR_REFUND_MS: "600000" });
  context = depsOn(service);
});
afterAll(async () => {
  await context.close();
  await service.stop();
});

async function requested(payment: CreatedPayment, amount: string): Promise<Refund> {
  const { refund_id: id } = (await service.merchant.refund(payment.transaction_id, amount)).json as {
    refund_id: string;
  };
  return eventually(
    () => current(id),
    ({ status }) => status === "PROCESSING",
  );
}
async function current(id: string): Promise<Refund> {
  const found = await findRefund(context.deps.pool, SANDBOX, id);
  if (found === null) throw new Error(`${id} is missing`);
  return found;
}
const apply = (refund: Refund, reported: GatewayRefund): Promise<Refund | null> =>
  inTransaction(context.deps.pool, (db) => applyGatewayRefund(context.deps, db, refund, reported));
const settleAtGateway = (refund: Refund, outcome: "SUCCESS" | "FAILURE"): Promise<unknown> =>
  service.db.query(
    `update simulator.refunds set outcome = $2, settles_at = now() - interval '1 minute' where refund_id = $1`,
    [refund.gatewayRefundId, outcome],
  );
/**
 * Takes a refund away from the service's own worker, which polls it every few seconds: it would see what a test settles
 * at the gateway, and hold the claim meanwhile.
 */
async function withoutWorker({ id }: Refund): Promise<void> {
  await eventually(
    () =>
      service.db.query(
        "update refunds set due_at = now() + interval '1 hour' where id = $1 and taken_by is null returning id",
        [id],
      ),
    ({ rowCount }) => rowCount === 1,
  );
}
async function eventsOf(payment: CreatedPayment, kind: string): Promise<unknown[]> {
  const { rows } = await service.db.query<{ detail: unknown }>(
    `select detail from payment_events where payment_id = $1 and kind = $2`,
    [payment.transaction_id, kind],
  );
  return rows.map(({ detail }) => detail);
}

describe("two workers send one refund at once (failure 25)", () => {
  test("the second waits for its turn: the gateway receives one call at a time", async () => {
    const payment = await service.merchant.payment();
    const refund = await requested(payment, "10.00");
    await withoutWorker(refund);
    await service.db.query(
      "update refunds set gateway_refund_id = null, status = 'INITIATED' where id = $1",
      [refund.id],
    );
    const simulator = context.deps.gateways.get("simulator");
    if (simulator === undefined) throw new Error("there is no simulator");
    let sends = 0;
    let response = (): void => undefined;
    const held = new Promise<void>((resolve) => (response = resolve));
    const slow = {
      ...simulator,
      refund: async (request: GatewayRefundRequest) => {
        sends += 1;
        await held;
        return simulator.refund(request);
      },
    };
    const deps = { ...context.deps, gateways: new Map([["simulator", slow]]) };
    const job = { merchantId: SANDBOX, refundId: refund.id };
    const first = advanceRefund(deps, job);
    await eventually(
      () => Promise.resolve(sends),
      (count) => count === 1,
    );
    await Promise.all([advanceRefund(deps, job), advanceRefund(deps, job)]);
    response();
    await first;
    expect([sends, (await current(refund.id)).gatewayRefundId]).toEqual([1, refund.gatewayRefundId]);
  });

  test("a refusal to the one does not end what the gateway has reported to the other: the amount stays reserved", async () => {
    const payment = await service.merchant.payment();
    const refund = await requested(payment, "400.00");
    await apply(refund, REFUSED);
    expect(await current(refund.id)).toMatchObject({
      status: "PROCESSING",
      gatewayRefundId: refund.gatewayRefundId,
    });
    const more = await service.merchant.refund(payment.transaction_id, "200.00");
    expect([more.status, more.text]).toEqual([400, expect.stringContaining("100.00") as string]);
  });

  test("a success that comes after the other one's failure is reported to operators once (failure 24)", async () => {
    const payment = await service.merchant.payment();
    const refund = await requested(payment, "40.00");
    await withoutWorker(refund);
    await settleAtGateway(refund, "SUCCESS");
    // The failure is applied while this worker waits for its own response.
    const simulator = context.deps.gateways.get("simulator");
    if (simulator === undefined) throw new Error("there is no simulator");
    const gateways = new Map([
      [
        "simulator",
        {
          ...simulator,
          fetchRefund: async (id: string) => {
            await apply(refund, { gatewayRefundId: id, status: "FAILURE" });
            return simulator.fetchRefund(id);
          },
        },
      ],
    ]);
    await advanceRefund({ ...context.deps, gateways }, { merchantId: SANDBOX, refundId: refund.id });
    expect((await current(refund.id)).status).toBe("FAILURE");
    expect(await eventsOf(payment, "refund_succeeded_late")).toHaveLength(1);

    // Its amount cannot be refunded again: the customer has it.
    const detail = await service.merchant.ops("POST", "/v1/ops/payments/get", {
      transaction_id: payment.transaction_id,
    });
    expect(detail.json).toMatchObject({
      balance: { refunded_amount: "40.00", in_progress_amount: "0.00", remaining_amount: "460.00" },
      refunds: [{ refund_status: "FAILURE", refund_succeeded_late_at: expect.any(String) as string }],
    });
    const whole = await service.merchant.refund(payment.transaction_id, "500.00");
    expect([whole.status, whole.text]).toEqual([400, expect.stringContaining("460.00")]);
    expect((await service.merchant.refund(payment.transaction_id, "460.00")).status).toBe(201);
  });

  test("a success that comes after its amount was refunded again leaves nothing to refund, and never less than that", async () => {
    const payment = await service.merchant.payment();
    const refund = await requested(payment, "300.00");
    await apply(refund, { gatewayRefundId: refund.gatewayRefundId ?? "", status: "FAILURE" });
    await requested(payment, "500.00");
    await recordChangedEnd(context.deps, await current(refund.id), {
      gatewayRefundId: refund.gatewayRefundId ?? "",
      status: "SUCCESS",
    });
    const balance = await service.merchant.ops("POST", "/v1/ops/refunds/balance", {
      transaction_id: payment.transaction_id,
    });
    expect([balance.status, balance.json]).toMatchObject([200, { remaining_amount: "0.00" }]);
    const more = await service.merchant.refund(payment.transaction_id, "1.00");
    expect([more.status, more.text]).toEqual([400, expect.stringContaining("0.00")]);
  });
});

test("a refund that is returned after its SUCCESS stays SUCCESS and is reported to operators once", async () => {
  const payment = await service.merchant.payment();
  const refund = await requested(payment, "25.00");
  await apply(refund, { gatewayRefundId: refund.gatewayRefundId ?? "", status: "SUCCESS" });
  await settleAtGateway(refund, "FAILURE");
  for (let notifications = 0; notifications < 3; notifications += 1) {
    await dueRefunds.ask(context.deps.pool, refund);
    await eventually(
      () => service.db.query("select 1 from refunds where id = $1 and due_at > now()", [refund.id]),
      ({ rowCount }) => rowCount === 1,
    );
  }
  expect(await eventsOf(payment, "refund_failed_late")).toEqual([
    { refund_id: refund.id, refund_amount: "25.00" },
  ]);
  expect((await current(refund.id)).status).toBe("SUCCESS");
});
