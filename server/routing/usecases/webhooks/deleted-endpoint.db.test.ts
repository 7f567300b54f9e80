import { expect, test } from "vitest";
import { claimDueDelivery, type ClaimedDelivery } from "../../store/webhooks/webhook-attempts";
import { useServiceWithoutWorker } from "../../testing/service-without-worker";
import { ops } from "../../testing/webhook-ops";
import { attemptWebhook } from "./attempt-webhook";
import { deleteWebhookEndpoint } from "./delete-webhook-endpoint";
import { sweepWebhooks } from "./sweep-webhooks";

const SANDBOX = 1;
/** Nothing listens on this port. */
const URL = "http://127.0.0.1:65535/hook";
const LEASE_MS = 60_000;
const byHand = useServiceWithoutWorker();

/** A delivery that a worker has claimed, whose endpoint is deleted before it is sent. */
async function claimedAndDeleted(): Promise<{ endpointId: string; delivery: ClaimedDelivery }> {
  const { deps } = byHand;
  const created = await ops(byHand.service.merchant, "webhooks.create", {
    url: URL,
    events: ["payment.succeeded"],
  });
  const endpointId = created.endpoint_id;
  await byHand.service.merchant.payment();
  const claim = await claimDueDelivery(deps.pool, SANDBOX, endpointId, {
    now: deps.clock.now(),
    leaseMs: LEASE_MS,
    maxInFlight: 1,
  });
  if (claim.kind !== "claimed") throw new Error(claim.kind);
  expect(await deleteWebhookEndpoint(deps, SANDBOX, endpointId)).toBe(true);
  return { endpointId, delivery: claim.delivery };
}

async function statusOf(delivery: ClaimedDelivery): Promise<unknown> {
  const { rows } = await byHand.service.db.query<{ status: string; lease: string | null }>(
    "select status, lease from webhook_deliveries where id = $1",
    [delivery.id],
  );
  return rows[0];
}

test("a claimed delivery whose endpoint is deleted before it is sent is set aside at once", async () => {
  const { endpointId, delivery } = await claimedAndDeleted();
  await attemptWebhook(byHand.deps, { merchantId: SANDBOX, endpointId }, URL, delivery);
  expect(await statusOf(delivery)).toEqual({ status: "SET_ASIDE", lease: null });
});

test("one whose worker died is set aside by the sweep once its lease has ended, and not before", async () => {
  const { delivery } = await claimedAndDeleted();
  const other = await claimedAndDeleted();
  await byHand.service.db.query("delete from graphile_worker._private_jobs");
  await byHand.service.db.query("update webhook_deliveries set leased_until = now() where id = $1", [
    delivery.id,
  ]);
  await sweepWebhooks(byHand.deps);
  expect(await statusOf(delivery)).toEqual({ status: "SET_ASIDE", lease: null });
  expect(await statusOf(other.delivery)).toEqual({ status: "WAITING", lease: other.delivery.lease });
});
