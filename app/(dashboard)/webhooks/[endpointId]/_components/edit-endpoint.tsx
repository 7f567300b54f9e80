"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { updateWebhookAction } from "@/app/(dashboard)/webhooks/actions";
import { faultOf, FormDialog } from "@/components/actions/form-dialog";
import { useAction } from "@/components/actions/use-action";
import { ENDPOINT_EVENTS } from "@/lib/contract/webhook-constants";
import type { WebhookEndpoint } from "@/lib/webhooks";
import { endpointChanges } from "../../_components/endpoint-changes";
import { EndpointFields, type EndpointTexts } from "../../_components/endpoint-fields";

type EditEndpointProps = { endpoint: WebhookEndpoint; onSaved: () => void; onClose: () => void };

export function EditEndpoint({ endpoint, onSaved, onClose }: EditEndpointProps) {
  const t = useTranslations("webhooks");
  const action = useAction(updateWebhookAction);
  // The texts as opened: the page may load a newer version of the endpoint while the form is open.
  const [before] = useState<EndpointTexts>({
    url: endpoint.url,
    description: endpoint.description,
    events: ENDPOINT_EVENTS.filter((event) => endpoint.events.includes(event)),
  });
  const [texts, setTexts] = useState(before);
  return (
    <FormDialog
      title={t("editTitle")}
      keep={t("editKeep")}
      confirm={t("editSave")}
      action={action}
      input={() =>
        texts.events.length === 0
          ? null
          : {
              endpointId: endpoint.endpoint_id,
              ...endpointChanges(before, texts),
            }
      }
      fields={["url", "description", "events"]}
      whenUnknown={t("whenUnknown")}
      onDone={onSaved}
      onClose={onClose}
    >
      <EndpointFields
        texts={texts}
        faults={{
          url: faultOf(action, "url"),
          description: faultOf(action, "description"),
          events: faultOf(action, "events"),
        }}
        onChange={setTexts}
      />
    </FormDialog>
  );
}
