import { expect, test } from "vitest";
import { findRoutingDecision } from "../../store/rules/routing-decisions";
import { SANDBOX, useGatewayDoubles } from "@/tools/testing/routing/gateway-doubles";
import { rule, storeRules } from "@/tools/testing/routing/rules";
import type { Deps } from "../deps";
import { submitCheckout } from "./submit-checkout";

const { byHand, withDoubles, create } = useGatewayDoubles(
  ["stripe", "razorpay"],
  [rule("all", { target: { kind: "failover", gateways: ["stripe", "razorpay"] } })],
);

const createOne = (deps: Deps) => create(deps, { paymentMethod: null });

/** Leaves the payment as the gateway's report does. */
async function decline(paymentId: string, code: string | null, status = "FAILURE"): Promise<void> {
  await byHand.service.db.query(
    "update payments set status = $3, completed_at = now(), failure_code = $2 where id = $1",
    [paymentId, code, status],
  );
}

async function retry(deps: Deps, token: string) {
  const retried = await submitCheckout(
    deps,
    { merchantId: SANDBOX, token },
    { outcome: "retry", method: null },
  );
  if (retried.kind !== "retried") throw new Error(`not retried: ${retried.kind}`);
  const decision = await findRoutingDecision(deps.pool, SANDBOX, retried.payment.id);
  return { payment: retried.payment, avoided: decision?.avoided };
}

test("after a decline that another gateway may not repeat, the next attempt goes to another; after all declined, to the one that did longest ago", async () => {
  const deps = withDoubles();
  const first = await createOne(deps);
  expect(first.gateway).toBe("stripe");
  await decline(first.id, "do_not_honor");
  const second = await retry(deps, first.checkoutToken);
  expect([second.payment.gateway, second.avoided]).toEqual(["razorpay", ["stripe"]]);
  await decline(second.payment.id, "payment_failed/gateway");
  const third = await retry(deps, first.checkoutToken);
  expect([third.payment.gateway, third.avoided]).toEqual(["stripe", ["stripe", "razorpay"]]);
});

test.each(["insufficient_funds", "expired_card", "a code from the future", null])(
  "after a failure with the code %s the order stays",
  async (code) => {
    const deps = withDoubles();
    const first = await createOne(deps);
    await decline(first.id, code);
    const second = await retry(deps, first.checkoutToken);
    expect([second.payment.gateway, second.avoided]).toEqual(["stripe", []]);
  },
);

test("also when the page of the gateway that declined stayed open, and the attempt was dropped", async () => {
  const deps = withDoubles();
  const first = await createOne(deps);
  await decline(first.id, "do_not_honor", "DROP");
  const second = await retry(deps, first.checkoutToken);
  expect([second.payment.gateway, second.avoided]).toEqual(["razorpay", ["stripe"]]);
});

test("a gateway that is the only one is tried again", async () => {
  await storeRules(byHand.service, [rule("one", { target: { kind: "gateway", gateway: "stripe" } })]);
  const deps = withDoubles();
  const first = await createOne(deps);
  await decline(first.id, "do_not_honor");
  const second = await retry(deps, first.checkoutToken);
  expect([second.payment.gateway, second.avoided]).toEqual(["stripe", []]);
});

test("the gateways of the next matching rule come before the one that declined", async () => {
  await storeRules(byHand.service, [
    rule("one", { priority: 1, target: { kind: "gateway", gateway: "stripe" } }),
    rule("two", { priority: 2, target: { kind: "gateway", gateway: "razorpay" } }),
  ]);
  const deps = withDoubles();
  const first = await createOne(deps);
  await decline(first.id, "do_not_honor");
  const second = await retry(deps, first.checkoutToken);
  expect([second.payment.gateway, second.avoided]).toEqual(["razorpay", ["stripe"]]);
});
