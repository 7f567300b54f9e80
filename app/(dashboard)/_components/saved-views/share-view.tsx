"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/controls";
import { type RoleAudience, type SharedWith, VIEW_AUDIENCES } from "@/lib/views/saved-view-views";
import { shareViewAction } from "../../saved-view-actions";
import { useFaultText, useViewAction } from "./use-view-action";

export type ShareViewProps = {
  view: { viewId: string; name: string; sharedWith: SharedWith | null };
  roles: readonly RoleAudience[];
  onDone: () => void;
};

/** Whom one's own view is shared with. */
export function ShareView({ view, roles, onDone }: ShareViewProps) {
  const t = useTranslations("savedViews");
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
          label={t("shareWith", { name: view.name })}
          hint={t("shareHint")}
          defaultValue={idOf(view.sharedWith)}
          error={useFaultText(state, isLost)}
          options={[
            ...["" as const, ...VIEW_AUDIENCES].map((audience) => ({
              value: audience,
              label: t(`audience.${audience === "" ? "nobody" : audience}`),
            })),
            ...roles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <Button type="submit" busy={isSending} className="sm:mt-6">
        {t("share")}
      </Button>
    </form>
  );
}

/** The id as the form sends it; empty for nobody. */
const idOf = (sharedWith: SharedWith | null): string =>
  typeof sharedWith === "string" ? sharedWith : (sharedWith?.id ?? "");
