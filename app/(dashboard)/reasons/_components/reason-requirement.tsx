"use client";

import { useOptimistic, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { Checkbox } from "@/components/ui/controls";
import { Panel } from "@/components/ui/panel";
import { requireReasonAction } from "../actions";
import { ReasonNotice } from "./reason-notice";
import { useReasonChange } from "./use-reason-change";

type ReasonRequirementProps = { isRequired: boolean; isAnyOffered: boolean };

/** Whether every new refund must name a reason; saved at once. */
export function ReasonRequirement({ isRequired, isAnyOffered }: ReasonRequirementProps) {
  const t = useTranslations("reasons.required");
  const saving = useReasonChange();
  const [shown, show] = useOptimistic(isRequired);
  const [isPending, startTransition] = useTransition();
  return (
    <Panel title={t("title")}>
      <div className="grid gap-2">
        <Checkbox
          label={t("label")}
          checked={shown}
          disabled={isPending}
          aria-describedby="reason-requirement-about"
          onChange={({ target: { checked } }) =>
            startTransition(async () => {
              show(checked);
              await saving.change(() => requireReasonAction({ isRequired: checked }));
            })
          }
        />
        <p id="reason-requirement-about" className="max-w-prose text-sm text-ink-muted">
          {t("about")} {isRequired && !isAnyOffered && t("noneOffered")}
        </p>
        {saving.outcome !== null && <ReasonNotice outcome={saving.outcome} />}
      </div>
    </Panel>
  );
}
