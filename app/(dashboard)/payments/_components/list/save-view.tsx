"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { textOf } from "@/lib/form";
import { saveViewAction } from "../../list-actions";
import { useFaultText, useViewAction } from "./use-view-action";

/** `query`: the filter in use, as a query string; empty for none. */
export type SaveViewProps = { query: string };

/** Saves the filter in use under a name. */
export function SaveView({ query }: SaveViewProps) {
  const t = useTranslations("payments");
  const { state: outcome, send: save, isSending: isSaving, sent, isLost } = useViewAction(saveViewAction);
  const error = useFaultText(outcome, isLost);
  return (
    <form action={save} className="flex max-w-xl flex-wrap items-start gap-2">
      <input type="hidden" name="query" value={query} />
      <div className="min-w-0 grow basis-48">
        <TextField
          name="name"
          label={t("saved.save")}
          hint={t("saved.about")}
          defaultValue={error === undefined ? "" : textOf(sent, "name")}
          error={error}
          autoComplete="off"
        />
      </div>
      <Button type="submit" busy={isSaving} className="sm:mt-6">
        {t("saved.button")}
      </Button>
      <p role="status" className="basis-full text-sm text-success">
        {error === undefined && outcome?.kind === "done" && t("saved.done")}
      </p>
    </form>
  );
}
