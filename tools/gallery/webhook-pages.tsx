import { EndpointPanel } from "@/app/(dashboard)/webhooks/[endpointId]/_components/endpoint-panel";
import { DeliveryList } from "@/app/(dashboard)/webhooks/_components/delivery-list";
import { shownFilter } from "@/app/(dashboard)/webhooks/_components/delivery-filter";
import { WebhooksFrame } from "@/app/(dashboard)/webhooks/_components/webhooks-frame";
import { Attempt, CodeBlock } from "@/app/(dashboard)/webhooks/deliveries/[deliveryId]/_components/attempt";
import { Panel } from "@/components/ui/panel";
import { translator } from "@/components/i18n/server";
import type { ComponentProps } from "react";
import { AT, LATER, REFERENCE } from "./data";
import { Example } from "./example";
import { endpoint } from "./webhook-data";

const hrefOf = (): string => "/dev/components";
const NO_FILTER = shownFilter({});
const FILTER = shownFilter({
  status: "FAILED",
  event: "payment.succeeded",
  reference: REFERENCE,
  queued: "only",
});
type Read = ComponentProps<typeof DeliveryList>["read"];
const EMPTY: Read = { kind: "found", value: { deliveries: [], nextCursor: null, queues: [] }, readAt: LATER };
const ENDPOINTS = [
  { state: "on", one: { ...endpoint, description: "Stock system" } },
  {
    state: "failing, paused",
    one: {
      ...endpoint,
      consecutive_failures: 7,
      failing_since: AT,
      isPaused: true,
      held_until: LATER,
      queued_deliveries: 42,
      last_success_at: null,
    },
  },
  {
    state: "turned off by the service",
    one: { ...endpoint, enabled: false, disabled_reason: "FAILING" as const, disabled_at: AT },
  },
];
type AttemptView = ComponentProps<typeof Attempt>["attempt"];
const attempt: AttemptView = {
  number: 1,
  started_at: AT,
  duration_ms: 182,
  url: endpoint.url,
  request_headers: { "webhook-id": "whd_example", "content-type": "application/json" },
  response_status: 204,
  response_headers: null,
  response_body: null,
  response_body_is_cut: null,
  error: null,
  error_message: null,
};

/** The pages of webhooks, as the server renders them. */
export async function WebhookPageExamples() {
  const t = await translator("webhooks");
  return (
    <>
      <Example component="WebhooksFrame, DeliveryList" state="no deliveries yet">
        <WebhooksFrame here="deliveries">
          <DeliveryList read={EMPTY} filter={NO_FILTER} hrefOf={hrefOf} />
        </WebhooksFrame>
      </Example>
      <Example component="DeliveryList, DeliveryFilterForm, DeliveryFilterChips" state="nothing matches">
        <DeliveryList read={EMPTY} filter={FILTER} hrefOf={hrefOf} endpointId="whe_1" />
      </Example>
      <Example component="DeliveryList" state="the service is unavailable">
        <DeliveryList
          read={{ kind: "service_error", serviceError: { kind: "unavailable" } }}
          filter={NO_FILTER}
          hrefOf={hrefOf}
        />
      </Example>
      {ENDPOINTS.map(({ state, one }) => (
        <Example key={state} component="EndpointPanel" state={state}>
          <EndpointPanel endpoint={one} />
        </Example>
      ))}
      <Example component="Attempt, CodeBlock" state="received, refused, without a response">
        <Panel title={t("deliveries.title")}>
          <ol>
            <Attempt attempt={attempt} />
            <Attempt attempt={{ ...attempt, number: 2, response_status: 503, response_body: "busy" }} />
            <Attempt
              attempt={{
                ...attempt,
                number: 3,
                response_status: null,
                error: "timed_out",
                error_message: null,
              }}
            />
          </ol>
          <CodeBlock label={t("events")} text={'{\n  "event": "payment.succeeded"\n}'} />
        </Panel>
      </Example>
    </>
  );
}
