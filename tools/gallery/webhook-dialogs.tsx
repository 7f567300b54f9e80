"use client";

import { EditEndpoint } from "@/app/(dashboard)/webhooks/[endpointId]/_components/edit-endpoint";
import { EndpointActions } from "@/app/(dashboard)/webhooks/[endpointId]/_components/endpoint-actions";
import { ReplayRange } from "@/app/(dashboard)/webhooks/[endpointId]/_components/replay-range";
import { RotateSecret } from "@/app/(dashboard)/webhooks/[endpointId]/_components/rotate-secret";
import { AddEndpoint } from "@/app/(dashboard)/webhooks/_components/add-endpoint";
import { ReplayDelivery } from "@/app/(dashboard)/webhooks/deliveries/[deliveryId]/_components/replay-delivery";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";
import { endpoint } from "./webhook-data";

/** The dialogs of webhook endpoints and deliveries. */
export function WebhookDialogExamples() {
  return (
    <>
      <Example component="AddEndpoint, EndpointFields" state="its button opens the form" opens={[0]}>
        <AddEndpoint />
      </Example>
      <Example component="EndpointActions" state="on: all but the test open a dialog" opens={[1, 2, 3, 4, 5]}>
        <EndpointActions endpoint={endpoint} />
      </Example>
      <Example component="EndpointActions" state="off, and paused with deliveries queued">
        <EndpointActions endpoint={{ ...endpoint, enabled: false, disabled_reason: "FAILING" }} />
        <EndpointActions endpoint={{ ...endpoint, isPaused: true, queued_deliveries: 42 }} />
      </Example>
      <DialogExample component="EditEndpoint" state="with a description">
        {(close) => (
          <EditEndpoint endpoint={{ ...endpoint, description: "Shop" }} onSaved={close} onClose={close} />
        )}
      </DialogExample>
      <DialogExample component="ReplayRange" state="empty">
        {(close) => <ReplayRange endpointId={endpoint.endpoint_id} onReplayed={close} onClose={close} />}
      </DialogExample>
      <DialogExample component="RotateSecret" state="asking">
        {(close) => <RotateSecret endpointId={endpoint.endpoint_id} onClose={close} />}
      </DialogExample>
      <Example component="ReplayDelivery" state="not replayed yet">
        <ReplayDelivery deliveryId="whd_example" />
      </Example>
    </>
  );
}
