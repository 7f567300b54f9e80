"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { createWebhookAction } from "@/app/(dashboard)/webhooks/actions";
import { faultOf, FormDialog } from "@/components/actions/form-dialog";
import { SecretDialog } from "@/components/actions/secret-dialog";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/use-router";
import type { OpsResult } from "@/lib/contract/ops";
import { PAYMENT_WEBHOOK_EVENTS } from "@/lib/contract/webhook-constants";
import { paths } from "@/lib/paths";
import { EndpointFields, type EndpointTexts } from "./endpoint-fields";

type Created = OpsResult<"webhooks.create">;

/** Adds an endpoint, shows its secret once, and opens its page. */
export function AddEndpoint() {
  const t = useTranslations("webhooks");
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<Created | null>(null);
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus aria-hidden className="size-4" />}
        onClick={() => setIsOpen(true)}
      >
        {t("add")}
      </Button>
      {isOpen && (
        <AddForm
          onMade={(created) => {
            setIsOpen(false);
            setMade(created);
          }}
          onClose={() => {
            setIsOpen(false);
            router.refresh();
          }}
        />
      )}
      {made !== null && (
        <SecretDialog
          title={t("secretTitle")}
          values={[{ name: t("secret"), value: made.secret }]}
          onStored={() => router.push(paths.webhook(made.endpoint_id))}
        >
          <p className="text-sm text-ink-muted">{t("secretUse")}</p>
        </SecretDialog>
      )}
    </>
  );
}

function AddForm({ onMade, onClose }: { onMade: (created: Created) => void; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const action = useAction(createWebhookAction);
  const [texts, setTexts] = useState<EndpointTexts>({
    url: "",
    description: "",
    events: [...PAYMENT_WEBHOOK_EVENTS],
  });
  return (
    <FormDialog
      title={t("addTitle")}
      keep={t("addKeep")}
      confirm={t("add")}
      action={action}
      input={() => (texts.events.length === 0 ? null : texts)}
      fields={["url", "description", "events"]}
      whenUnknown={t("whenUnknownCreate")}
      onDone={onMade}
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
