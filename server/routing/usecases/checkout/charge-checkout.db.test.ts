import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Gateway, requireGateway } from "../../gateway/port";
import { SIMULATOR } from "../../gateway/simulator/simulator";
import { findPayment } from "../../store/payments/payments";
import { depsOn } from "@/tools/testing/routing/deps";
import { type CreatedPayment, eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { chargeCheckout } from "./charge-checkout";
import type { Deps } from "../deps";

let service: TestService;
let deps: Deps;
let close: () => Promise<void>;
beforeAll(async () => {
  service = await startTestService();
  ({ deps, close } = depsOn(service));
});
afterAll(async () => {
  await close();
  await service.stop();
});

const SANDBOX = 1;
const statusOf = async (payment: CreatedPayment): Promise<string | undefined> =>
  (
    (await service.merchant.status(payment.merchant_transaction_id)).json as { transaction_status: string }[]
  )[0]?.transaction_status;

/** Charges at the gateway and dies before the payment is updated, like a kill -9 between the two. */
async function chargeAndDie(payment: CreatedPayment): Promise<void> {
  const simulator = requireGateway(deps.gateways, SIMULATOR);
  const hosted = simulator.hostedCheckout;
  if (hosted === null) throw new Error("the simulator hosts its checkout here");
  const dying: Gateway = {
    ...simulator,
    hostedCheckout: {
      ...hosted,
      async charge(request) {
        await hosted.charge(request);
        throw new Error("killed");
      },
    },
  };
  const record = await findPayment(deps.pool, SANDBOX, payment.transaction_id);
  if (record === null) throw new Error("no such payment");
  const broken = { ...deps, gateways: new Map([[SIMULATOR, dying]]) };
  await expect(chargeCheckout(broken, record, { outcome: "SUCCESS", method: null })).rejects.toThrow(
    "killed",
  );
}

describe("a process that dies between a charge and its report (failures 5 and 22)", () => {
  test("the payment is found to be paid all the same", async () => {
    const payment = await service.merchant.payment({}, null);
    await chargeAndDie(payment);
    expect(await statusOf(payment)).toBe("INITIATED");
    await eventually(
      () => statusOf(payment),
      (status) => status === "SUCCESS",
    );
  });

  test("when it was cancelled meanwhile, the money goes back and that is recorded (decision 0004)", async () => {
    const payment = await service.merchant.payment({}, null);
    await chargeAndDie(payment);
    expect((await service.merchant.cancel(payment.merchant_transaction_id)).status).toBe(200);
    const reversals = await eventually(
      () =>
        service.db.query<{ status: string }>(
          `select status from refunds where kind = 'reversal' and payment_id = $1`,
          [payment.transaction_id],
        ),
      ({ rows }) => rows[0]?.status === "SUCCESS",
    );
    expect(reversals.rows).toHaveLength(1);
    expect(await statusOf(payment)).toBe("CANCELLED");
  });
});
