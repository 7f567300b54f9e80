"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { deleteViewAction } from "../../saved-view-actions";
import { useFaultText, useViewAction } from "./use-view-action";

type RemoveViewProps = { view: { viewId: string } };

/** Asks once more, and deletes a saved view. */
export function RemoveView({ view }: RemoveViewProps) {
  const t = useTranslations("savedViews");
  const { state: removed, send: remove, isSending, isLost } = useViewAction(deleteViewAction);
  const error = useFaultText(removed, isLost);
  return (
    <>
      <form action={remove} className="flex flex-wrap items-center justify-between gap-2 py-1 text-sm">
        <input type="hidden" name="view" value={view.viewId} />
        {t("removeAsk")}
        <Button type="submit" variant="danger" size="sm" busy={isSending}>
          {t("remove")}
        </Button>
      </form>
      {error !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </>
  );
}
