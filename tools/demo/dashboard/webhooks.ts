import { PAYMENT_WEBHOOK_EVENTS } from "@/lib/contract/webhook-constants";
import { createWebhook } from "@/server/dashboard/webhooks/commands/create-webhook";
import { updateWebhook } from "@/server/dashboard/webhooks/commands/update-webhook";
import { type Desk, expectKind } from "./staff";

/** Their receivers are simulated by the service's half: the name says how each behaves. */
const ENDPOINTS = [
  { url: "https://shop.example.com/webhooks/paydeck", description: "Order status of the shop" },
  { url: "https://crm.example.com/hooks/payments", description: "Customer timeline" },
  { url: "https://erp.example.com/in/paydeck", description: "Bookkeeping" },
  { url: "https://old-erp.example.com/in/paydeck", description: "Bookkeeping before the move" },
];

export async function addWebhooks({ staff }: Desk): Promise<void> {
  for (const endpoint of ENDPOINTS) {
    const wish = { ...endpoint, events: [...PAYMENT_WEBHOOK_EVENTS] };
    expectKind(await createWebhook(staff.as("admin"), wish), "done");
  }
}

/** Pauses the last of them. */
export async function pauseWebhook({ staff, services }: Desk): Promise<void> {
  const listed = await services.routing.ops("webhooks.endpoints", {});
  if (listed.kind !== "answered") throw new Error(`the webhooks could not be listed: ${listed.kind}`);
  const old = listed.value.endpoints.find(({ url }) => url.includes("old-erp"));
  if (old === undefined) throw new Error("the demo's endpoint is missing");
  const change = { endpointId: old.endpoint_id, enabled: false };
  expectKind(await updateWebhook(staff.as("admin"), change), "done");
}
