"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Checkbox, TextField } from "@/components/ui/controls";
import { textOf } from "@/lib/form";
import type { ListName } from "@/lib/lists/list-columns";
import { saveViewAction } from "../../saved-view-actions";
import { useFaultText, useViewAction } from "./use-view-action";

export type SaveViewProps = {
  list: ListName;
  /** The filter in use, as a query string; empty for none. */
  query: string;
  /** The columns in use, as in an address; null for the default ones. */
  columns: string | null;
  /** Whether they are in the address: the view that is open has columns. */
  hasOwnColumns: boolean;
};

/** Saves the filter in use under a name, and the columns on request. */
export function SaveView({ list, query, columns, hasOwnColumns }: SaveViewProps) {
  const t = useTranslations("savedViews");
  const { state: outcome, send: save, isSending: isSaving, sent, isLost } = useViewAction(saveViewAction);
  const error = useFaultText(outcome, isLost);
  return (
    <form action={save} className="flex max-w-xl flex-wrap items-start gap-2">
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="query" value={query} />
      <div className="min-w-0 grow basis-40">
        <TextField
          name="name"
          label={t("save")}
          hint={t("about")}
          defaultValue={error === undefined ? "" : textOf(sent, "name")}
          error={error}
          autoComplete="off"
        />
      </div>
      <Button type="submit" busy={isSaving} className="mt-6">
        {t("button")}
      </Button>
      {columns !== null && (
        <Checkbox
          name="columns"
          value={columns}
          label={t("withColumns")}
          defaultChecked={sent === null ? hasOwnColumns : textOf(sent, "columns") !== ""}
          className="basis-full"
        />
      )}
      <p role="status" className="basis-full text-sm text-success">
        {error === undefined && outcome?.kind === "done" && t("done")}
      </p>
    </form>
  );
}
