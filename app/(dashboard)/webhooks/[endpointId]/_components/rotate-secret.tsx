"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { rotateWebhookSecretAction } from "@/app/(dashboard)/webhooks/actions";
import { ConfirmAction } from "@/components/actions/confirm-action";
import { SecretDialog } from "@/components/actions/secret-dialog";
import { useAction } from "@/components/actions/use-action";
import { SelectField } from "@/components/ui/controls";

const OVERLAP_HOURS = [0, 1, 24, 72, 168, 720];
const USUAL_HOURS = 24;
const DAY = 24;

/** A new signing secret, shown once; both secrets sign for the chosen time. */
export function RotateSecret({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const action = useAction(rotateWebhookSecretAction);
  const [hours, setHours] = useState(USUAL_HOURS);
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) {
    return (
      <SecretDialog
        title={t("secretTitleRotated")}
        values={[{ name: t("secret"), value: secret }]}
        onStored={onClose}
      >
        <p className="text-sm text-ink-muted">{t("secretUse")}</p>
      </SecretDialog>
    );
  }
  return (
    <ConfirmAction
      title={t("rotateTitle")}
      keep={t("rotateKeep")}
      confirm={t("rotateDo")}
      action={action}
      input={{ endpointId, overlapHours: hours }}
      whenUnknown={t("whenUnknownRotate")}
      onDone={(value) => setSecret(value.secret)}
      onClose={onClose}
    >
      <p>{t("rotateBody")}</p>
      <SelectField
        label={t("overlap")}
        value={String(hours)}
        options={OVERLAP_HOURS.map((option) => ({
          value: String(option),
          label:
            option > DAY ? t("overlapDays", { days: option / DAY }) : t("overlapHours", { hours: option }),
        }))}
        onChange={({ target }) => setHours(parseInt(target.value, 10))}
      />
    </ConfirmAction>
  );
}
