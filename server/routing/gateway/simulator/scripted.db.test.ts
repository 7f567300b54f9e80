import { systemClock } from "@/server/platform/clock";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { depsOn } from "@/tools/testing/routing/deps";
import { checkoutRequest } from "@/tools/testing/routing/checkout-request";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import {
  clearSimulatorScript,
  payBehindTheService,
  scriptSimulator,
} from "@/tools/testing/routing/simulator-script";
import { type Gateway, GatewayUnavailable, type HostedCheckout, requireGateway } from "../port";
import { SIMULATOR } from "./simulator";

let service: TestService;
let simulator: Gateway;
let hosted: HostedCheckout;
let close: () => Promise<void>;
beforeAll(async () => {
  service = await startTestService();
  const own = depsOn(service);
  close = own.close;
  simulator = requireGateway(own.deps.gateways, SIMULATOR);
  if (simulator.hostedCheckout === null) throw new Error("the simulator hosts its checkout here");
  hosted = simulator.hostedCheckout;
});
afterAll(async () => {
  await close();
  await service.stop();
});
afterEach(() => clearSimulatorScript(service.db));

let made = 0;
const refundRequest = (amountPaise = 5_000n) => {
  made += 1;
  return {
    idempotencyKey: `7:RFD${made}`,
    requestedAt: systemClock.now(),
    gatewayTransactionId: "simpay_1",
    amountPaise,
    currency: "INR",
  };
};
const refundsOf = async (idempotencyKey: string): Promise<number> =>
  (await service.db.query(`select 1 from simulator.refunds where idempotency_key = $1`, [idempotencyKey]))
    .rows.length;

describe("the simulator with a script", () => {
  test("without one, does what it always does (decision 0210)", async () => {
    expect(await simulator.openCheckout(checkoutRequest())).toMatchObject({ kind: "opened" });
    expect(await simulator.openCheckout(checkoutRequest({ amountPaise: 5_094n }))).toMatchObject({
      cause: "refused",
    });
  });

  test("refuses a checkout, or is unavailable, as often and for the payment as scripted", async () => {
    const chosen = checkoutRequest();
    await scriptSimulator(service.db, "open_checkout", "refuse", { about: chosen.paymentId });
    await scriptSimulator(service.db, "open_checkout", "unavailable", { times: 2, about: chosen.paymentId });
    expect(await simulator.openCheckout(checkoutRequest())).toMatchObject({ kind: "opened" });
    expect(await simulator.openCheckout(chosen)).toMatchObject({ kind: "failed", cause: "refused" });
    await expect(simulator.openCheckout(chosen)).rejects.toBeInstanceOf(GatewayUnavailable);
    await expect(simulator.openCheckout(chosen)).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(await simulator.openCheckout(chosen)).toMatchObject({ kind: "opened" });
  });

  test("gives each time of a fault to one of many calls at once", async () => {
    await scriptSimulator(service.db, "open_checkout", "refuse", { times: 5 });
    const results = await Promise.all(
      Array.from({ length: 12 }, () => simulator.openCheckout(checkoutRequest())),
    );
    expect(results.filter(({ kind }) => kind === "failed")).toHaveLength(5);
  });

  test("loses the response to a refund that it has made, and returns it when requested again", async () => {
    const request = refundRequest();
    await scriptSimulator(service.db, "refund", "lose_response", { about: "RFD" });
    await expect(simulator.refund(request)).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(await refundsOf(request.idempotencyKey)).toBe(1);
    expect(await simulator.refund(request)).toMatchObject({ status: "PENDING" });
    expect(await refundsOf(request.idempotencyKey)).toBe(1);
  });

  test.each(["unavailable", "hang", "refuse"] as const)(
    "makes no refund when it is scripted to be: %s",
    async (kind) => {
      const request = refundRequest();
      await scriptSimulator(service.db, "refund", kind, { delayMs: 20 });
      const response = simulator.refund(request);
      if (kind === "refuse") expect(await response).toEqual({ gatewayRefundId: null, status: "FAILURE" });
      else await expect(response).rejects.toBeInstanceOf(GatewayUnavailable);
      expect(await refundsOf(request.idempotencyKey)).toBe(0);
    },
  );

  test("calls a refund failed and, later, successful (failure 24)", async () => {
    await scriptSimulator(service.db, "refund", "late_success", { delayMs: 300 });
    const sent = await simulator.refund(refundRequest());
    expect(sent.status).toBe("FAILURE");
    const { gatewayRefundId } = sent;
    if (gatewayRefundId === null) throw new Error("the refund was refused");
    expect((await simulator.fetchRefund(gatewayRefundId)).status).toBe("FAILURE");
    await eventually(
      () => simulator.fetchRefund(gatewayRefundId),
      ({ status }) => status === "SUCCESS",
    );
  });

  test("declines a charge, and loses the response to one that it has made", async () => {
    const charge = (checkoutId: string) =>
      hosted.charge({ checkoutId, amountPaise: 5_000n, currency: "INR", outcome: "SUCCESS" });
    await scriptSimulator(service.db, "charge", "refuse", { about: "TXN-declined" });
    expect(await charge("simco_7_TXN-declined")).toMatchObject({ status: "FAILURE" });
    await scriptSimulator(service.db, "charge", "lose_response", { about: "TXN-lost" });
    await expect(charge("simco_7_TXN-lost")).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(await simulator.fetchPayment("simco_7_TXN-lost", "take")).toMatchObject({ status: "SUCCESS" });
  });

  test("does not report the status of a payment or a refund while it is scripted not to", async () => {
    await scriptSimulator(service.db, "fetch_payment", "unavailable");
    await expect(simulator.fetchPayment("simco_7_TXN1", "take")).rejects.toBeInstanceOf(GatewayUnavailable);
    const { gatewayRefundId } = await simulator.refund(refundRequest());
    await scriptSimulator(service.db, "fetch_refund", "unavailable");
    await expect(simulator.fetchRefund(gatewayRefundId ?? "")).rejects.toBeInstanceOf(GatewayUnavailable);
  });

  test("knows of a payment that the service has not heard of", async () => {
    const paid = { merchantId: 7, paymentId: "TXN-behind", amountPaise: 149_900n };
    const gatewayTransactionId = await payBehindTheService(service.db, paid);
    expect(await simulator.fetchPayment("simco_7_TXN-behind", "take")).toEqual({
      status: "SUCCESS",
      gatewayTransactionId,
      amountPaise: 149_900n,
      currency: "INR",
    });
  });
});

describe("the running service", () => {
  test("meets what is scripted: a refund that the gateway refuses ends in FAILURE and gives its amount back", async () => {
    const payment = await service.merchant.payment({ transaction_amount: "80.00" });
    await scriptSimulator(service.db, "refund", "refuse");
    const refused = (await service.merchant.refund(payment.transaction_id, "80.00")).json as {
      refund_id: string;
    };
    await eventually(
      async () => (await service.merchant.refundStatus(refused.refund_id)).json as { refund_status: string },
      ({ refund_status: status }) => status === "FAILURE",
    );
    expect((await service.merchant.refund(payment.transaction_id, "80.00")).status).toBe(201);
  });
});
