"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { textOf } from "@/lib/form";
import { renameViewAction } from "../../saved-view-actions";
import { useFaultText, useViewAction } from "./use-view-action";

type RenameViewProps = { view: { viewId: string; name: string }; onDone: () => void };

/** Renames a saved view in place. */
export function RenameView({ view, onDone }: RenameViewProps) {
  const t = useTranslations("savedViews");
  const {
    state: outcome,
    send: rename,
    isSending: isSaving,
    sent,
    isLost,
  } = useViewAction(async (before, form) => {
    const renamed = await renameViewAction(before, form);
    if (renamed.kind === "done") onDone();
    return renamed;
  });
  const error = useFaultText(outcome, isLost);
  return (
    <form action={rename} className="flex flex-wrap items-start gap-2 py-1.5">
      <input type="hidden" name="view" value={view.viewId} />
      <div className="min-w-0 grow basis-48">
        <TextField
          name="name"
          label={t("nameOf", { name: view.name })}
          defaultValue={sent === null ? view.name : textOf(sent, "name")}
          error={error}
          autoFocus
          autoComplete="off"
        />
      </div>
      <Button type="submit" busy={isSaving} className="sm:mt-6">
        {t("rename")}
      </Button>
    </form>
  );
}
