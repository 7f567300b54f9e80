import { EndpointStatus } from "@/app/(dashboard)/webhooks/_components/endpoint-status";
import { StateLegend } from "@/app/(dashboard)/webhooks/_components/state-legend";
import { ToolBar } from "@/components/ui/tool-bar";
import type { WebhookEndpoint } from "@/lib/webhooks";
import { AT, LATER } from "./data";
import { Example } from "./example";

const endpoint: WebhookEndpoint = {
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

/** What the server renders of webhooks. */
export function EndpointExamples() {
  return (
    <>
      <Example component="EndpointStatus" state="on, failing, paused, off">
        <div className="flex flex-wrap gap-2">
          <EndpointStatus endpoint={endpoint} />
          <EndpointStatus endpoint={{ ...endpoint, consecutive_failures: 3, failing_since: AT }} />
          <EndpointStatus endpoint={{ ...endpoint, isPaused: true, held_until: LATER }} />
          <EndpointStatus endpoint={{ ...endpoint, enabled: false }} />
        </div>
      </Example>
      <Example component="StateLegend" state="closed">
        <ToolBar>
          <StateLegend />
        </ToolBar>
      </Example>
    </>
  );
}
