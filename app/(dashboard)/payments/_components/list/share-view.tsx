"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/controls";
import { VIEW_AUDIENCES, type ViewAudience } from "@/lib/payments/payment-list-views";
import { shareViewAction } from "../../list-actions";
import { useFaultText, useViewAction } from "./use-view-action";

export type ShareViewProps = {
  view: { viewId: string; name: string; sharedWith: ViewAudience | null };
  onDone: () => void;
};

/** Whom one's own view is shared with. */
export function ShareView({ view, onDone }: ShareViewProps) {
  const t = useTranslations("payments");
  const { state, send, isSending, isLost } = useViewAction(async (before, form) => {
    const shared = await shareViewAction(before, form);
    if (shared.kind === "done") onDone();
    return shared;
  });
  return (
    <form action={send} className="flex flex-wrap items-start gap-2 py-1.5">
      <input type="hidden" name="view" value={view.viewId} />
      <div className="min-w-0 grow basis-48">
        <SelectField
          name="sharedWith"
          label={t("saved.shareWith", { name: view.name })}
          hint={t("saved.shareHint")}
          defaultValue={view.sharedWith ?? ""}
          error={useFaultText(state, isLost)}
          options={["" as const, ...VIEW_AUDIENCES].map((audience) => ({
            value: audience,
            label: t(`saved.audience.${audience === "" ? "nobody" : audience}`),
          }))}
        />
      </div>
      <Button type="submit" busy={isSending} className="sm:mt-6">
        {t("saved.share")}
      </Button>
    </form>
  );
}
