import { expect, test } from "vitest";
import { findDueEndpoints } from "../../store/webhooks/due-endpoints";
import { claimDueDeliveries, type ClaimedDelivery } from "../../store/webhooks/webhook-attempts";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { ops } from "@/tools/testing/routing/webhook-ops";
import { startWebhookReceiver } from "@/tools/testing/routing/webhook-receiver";
import { deleteWebhookEndpoint } from "./delete-webhook-endpoint";
import { deliverWebhooks } from "./deliver-webhooks";

const SANDBOX = 1;
/** Nothing listens on this port. */
const URL = "http://127.0.0.1:65535/hook";
const LEASE_MS = 60_000;
const byHand = useServiceWithoutWorker();

/** A delivery that a worker has claimed, whose endpoint is deleted before it is sent. */
async function claimedAndDeleted(): Promise<ClaimedDelivery> {
  const { deps } = byHand;
  const created = await ops(byHand.service.merchant, "webhooks.create", {
    url: URL,
    events: ["payment.succeeded"],
  });
  const endpointId = created.endpoint_id;
  await byHand.service.merchant.payment();
  const claim = await claimDueDeliveries(deps.pool, SANDBOX, endpointId, {
    now: deps.clock.now(),
    leaseMs: LEASE_MS,
    maxInFlight: 1,
    limit: 1,
  });
  const [delivery] = claim.claimed;
  if (delivery === undefined) throw new Error("nothing was claimed");
  expect(await deleteWebhookEndpoint(deps, SANDBOX, endpointId)).toBe(true);
  return delivery;
}

async function statusOf(id: string): Promise<unknown> {
  const { rows } = await byHand.service.db.query<{ status: string; lease: string | null }>(
    "select status, lease from webhook_deliveries where id = $1",
    [id],
  );
  return rows[0];
}

test("one that fails after its endpoint was deleted is set aside at once", async () => {
  const { deps, service } = byHand;
  const receiver = await startWebhookReceiver((response) => {
    void deleteWebhookEndpoint(deps, SANDBOX, endpointId).then(() => response.writeHead(500).end());
  });
  const { endpoint_id: endpointId } = await ops(service.merchant, "webhooks.create", {
    url: receiver.url,
    events: ["payment.succeeded"],
  });
  try {
    await service.merchant.payment();
    expect(await deliverWebhooks(deps, { merchantId: SANDBOX, endpointId }, "prompt")).toBe("done");
    const [sent] = receiver.received;
    expect(await statusOf(sent?.headers["webhook-id"] ?? "")).toEqual({ status: "SET_ASIDE", lease: null });
  } finally {
    await receiver.stop();
  }
});

test("one whose worker died is set aside once its lease has ended, and not before", async () => {
  const delivery = await claimedAndDeleted();
  const other = await claimedAndDeleted();
  await byHand.service.db.query(
    "update webhook_deliveries set leased_until = now() - interval '1 second' where id = $1",
    [delivery.id],
  );
  const look = { now: byHand.deps.clock.now(), isStruggling: false, limit: 10 };
  for (const due of await findDueEndpoints(byHand.deps.pool, look))
    await deliverWebhooks(byHand.deps, due, "prompt");
  expect(await statusOf(delivery.id)).toEqual({ status: "SET_ASIDE", lease: null });
  expect(await statusOf(other.id)).toEqual({ status: "WAITING", lease: other.lease });
});
