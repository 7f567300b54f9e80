"use client";

import { DeliveriesTable } from "@/app/(dashboard)/webhooks/_components/deliveries-table";
import { DeliveryStatus } from "@/app/(dashboard)/webhooks/_components/delivery-status";
import { QueuedDeliveries } from "@/app/(dashboard)/webhooks/_components/queued-deliveries";
import { DELIVERY_STATES, type EndpointRef } from "@/lib/webhooks";
import { AT, LATER, REFERENCE, TRANSACTION_ID } from "./data";
import { Example } from "./example";

const known = {
  kind: "known",
  id: "whe_example",
  url: "https://shop.example.com/webhooks/paydeck",
  description: "",
} satisfies EndpointRef;
const ENDPOINTS: readonly EndpointRef[] = [
  known,
  { ...known, description: "Stock system" },
  { kind: "deleted", id: "whe_deleted" },
  { kind: "unread", id: "whe_unread" },
  known,
];

/** Deliveries in every state, and a paused endpoint. */
export function WebhookExamples() {
  return (
    <>
      <Example component="DeliveryStatus" state="every state">
        <div className="flex flex-wrap gap-2">
          {DELIVERY_STATES.map((state) => (
            <DeliveryStatus key={state} state={state} />
          ))}
        </div>
      </Example>
      <Example
        component="DeliveriesTable, EndpointLink"
        state="every state of a delivery and of its endpoint"
      >
        <DeliveriesTable
          showsEndpoint
          deliveries={DELIVERY_STATES.map((state, index) => ({
            delivery_id: `whd_${state}`,
            event: "payment.succeeded",
            occurred_at: AT,
            transaction_id: index === 4 ? null : TRANSACTION_ID,
            merchant_transaction_id: index === 4 ? null : REFERENCE,
            attempts: index,
            last_error: state === "FAILED" ? "timed_out" : null,
            last_response_status: state === "DELIVERED" ? 204 : state === "RETRYING" ? 503 : null,
            state,
            endpoint: ENDPOINTS[index] ?? known,
            nextAttemptAt: state === "RETRYING" ? LATER : null,
            isQueued: state === "WAITING",
          }))}
        />
      </Example>
      <Example component="QueuedDeliveries" state="a paused endpoint">
        <QueuedDeliveries
          queues={[{ endpoint: known, count: 42, pausedUntil: LATER }]}
          areShown={false}
          isOfEndpoint={false}
        />
      </Example>
    </>
  );
}
