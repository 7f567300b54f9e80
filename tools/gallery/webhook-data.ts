import type { WebhookEndpoint } from "@/lib/webhooks";
import { AT } from "./data";

export const endpoint: WebhookEndpoint = {
  endpoint_id: "whe_example",
  url: "https://shop.example.com/webhooks/paydeck",
  description: "",
  events: ["payment.succeeded"],
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  created_at: AT,
  consecutive_failures: 0,
  failing_since: null,
  held_until: null,
  last_success_at: AT,
  previous_secret_expires_at: null,
  isPaused: false,
};
