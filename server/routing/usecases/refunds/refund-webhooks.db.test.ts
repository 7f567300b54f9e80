import { expect, test } from "vitest";
import { REFUND_WEBHOOK_EVENTS } from "@/lib/contract/webhook-constants";
import { refundWebhookSchema } from "@/lib/contract/webhooks";
import { type GatewayRefund, requireGateway } from "../../gateway/port";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { ops } from "@/tools/testing/routing/webhook-ops";
import type { Deps } from "../deps";
import { advanceRefund } from "./advance-refund";

const SANDBOX = 1;
const byHand = useServiceWithoutWorker({ refundMs: 0 });

const url = "https://shop.example/refunds";
const events = [...REFUND_WEBHOOK_EVENTS];

async function requested(): Promise<string> {
  const payment = await byHand.service.merchant.payment();
  const { json } = await byHand.service.merchant.refund(payment.transaction_id, "100.00");
  return (json as { refund_id: string }).refund_id;
}
/** Returns what endpoints get about the refund, in its order. */
async function told(refundId: string) {
  const { rows } = await byHand.deps.pool.query<{ event: string; sequence: number; body: string }>(
    `select d.event, d.sequence, d.body, e.url from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
     where d.body::jsonb -> 'data' ->> 'refund_id' = $1 and e.url = $2 order by d.sequence`,
    [refundId, url],
  );
  return rows.map(({ event, sequence, body }) => {
    const { type, data } = refundWebhookSchema.parse(JSON.parse(body));
    expect([type, data.sequence]).toEqual([event, sequence]);
    return { type, sequence, data };
  });
}
const answering = (response: GatewayRefund): Deps => {
  const simulator = requireGateway(byHand.deps.gateways, "simulator");
  const gateway = {
    ...simulator,
    refund: () => Promise.resolve(response),
    fetchRefund: () => Promise.resolve(response),
  };
  return { ...byHand.deps, gateways: new Map([["simulator", gateway]]) };
};
const advance = (deps: Deps, refundId: string) => advanceRefund(deps, { merchantId: SANDBOX, refundId });

test("an endpoint that names no events gets none of refunds, and one that names them gets each end once", async () => {
  await ops(byHand.service.merchant, "webhooks.create", { url: "https://shop.example/payments" });
  const before = await requested();
  await advance(answering({ gatewayRefundId: "gw_0", status: "SUCCESS" }), before);
  const { rowCount } = await byHand.deps.pool.query(
    "select from webhook_deliveries where event like 'refund.%'",
  );
  expect(rowCount).toBe(0);

  await ops(byHand.service.merchant, "webhooks.create", { url, events });
  const refundId = await requested();
  const paid = answering({ gatewayRefundId: "gw_1", status: "SUCCESS" });
  for (let times = 0; times < 3; times += 1) await advance(paid, refundId);
  expect(await told(refundId)).toMatchObject([
    {
      type: "refund.succeeded",
      sequence: 1,
      data: { refund_amount: "100.00", currency: "INR", refund_status: "SUCCESS", failure: null, test: true },
    },
  ]);
});

test("the failure of a refund is told with its reason, and that it was paid late afterwards, once each", async () => {
  const refundId = await requested();
  const failure = { code: "sim_account_closed", message: "The account is closed." };
  const failed = answering({ gatewayRefundId: "gw_2", status: "FAILURE", failure });
  for (let times = 0; times < 2; times += 1) await advance(failed, refundId);
  const paid = answering({ gatewayRefundId: "gw_2", status: "SUCCESS" });
  for (let times = 0; times < 2; times += 1) await advance(paid, refundId);
  expect(await told(refundId)).toMatchObject([
    {
      type: "refund.failed",
      data: { refund_status: "FAILURE", failure: { reason: "account_closed", ...failure } },
    },
    { type: "refund.alert", data: { refund_status: "FAILURE", alert: { kind: "paid_late" } } },
  ]);
});

test("a refund that its customer's bank sent back is told after its success, and then that it was paid again", async () => {
  const refundId = await requested();
  await advance(answering({ gatewayRefundId: "gw_3", status: "SUCCESS" }), refundId);
  const returned = answering({ gatewayRefundId: "gw_3", status: "FAILURE" });
  for (let times = 0; times < 2; times += 1) await advance(returned, refundId);
  await advance(answering({ gatewayRefundId: "gw_3", status: "SUCCESS" }), refundId);
  expect(
    (await told(refundId)).map(({ sequence, type, data }) => [
      sequence,
      type,
      data.refund_status,
      data.alert?.kind,
    ]),
  ).toEqual([
    [1, "refund.succeeded", "SUCCESS", undefined],
    [2, "refund.alert", "SUCCESS", "returned"],
    [3, "refund.alert", "SUCCESS", "paid_late"],
  ]);
});

test("a process that dies before it has saved the end tells nothing, and the next one tells it once", async () => {
  const refundId = await requested();
  const paid = answering({ gatewayRefundId: "gw_4", status: "SUCCESS" });
  await byHand.deps.pool.query(
    `create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
     create constraint trigger die after insert on webhook_deliveries deferrable initially deferred
       for each row execute function die()`,
  );
  await expect(advance(paid, refundId)).rejects.toThrow("killed");
  await byHand.deps.pool.query("drop trigger die on webhook_deliveries; drop function die");
  expect(await told(refundId)).toEqual([]);
  expect(
    ((await byHand.service.merchant.refundStatus(refundId)).json as { refund_status: string }).refund_status,
  ).toBe("INITIATED");
  // Its claim ends.
  await byHand.deps.pool.query("update refunds set taken_until = now() where id = $1", [refundId]);
  await Promise.all([advance(paid, refundId), advance(paid, refundId)]);
  await advance(paid, refundId);
  expect((await told(refundId)).map(({ type }) => type)).toEqual(["refund.succeeded"]);
});
