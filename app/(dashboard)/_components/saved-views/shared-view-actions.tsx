"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { copyViewAction, shareViewAction } from "../../saved-view-actions";
import { useFaultText, useViewAction } from "./use-view-action";

type SharedViewActionsProps = { view: { viewId: string; name: string; mayStop: boolean } };

/** What one may do with a colleague's view: copy it, and as an admin end the sharing. */
export function SharedViewActions({ view }: SharedViewActionsProps) {
  const t = useTranslations("savedViews");
  const copied = useViewAction(copyViewAction);
  const stopped = useViewAction(shareViewAction);
  const copyFault = useFaultText(copied.state, copied.isLost);
  const stopFault = useFaultText(stopped.state, stopped.isLost);
  const error = copyFault ?? stopFault;
  return (
    <>
      <form action={copied.send}>
        <input type="hidden" name="view" value={view.viewId} />
        <Button
          type="submit"
          size="sm"
          busy={copied.isSending}
          aria-label={t("copyNamed", { name: view.name })}
        >
          {t("copy")}
        </Button>
      </form>
      {view.mayStop && (
        <form action={stopped.send}>
          <input type="hidden" name="view" value={view.viewId} />
          <input type="hidden" name="sharedWith" value="" />
          <Button
            type="submit"
            size="sm"
            variant="ghost"
            busy={stopped.isSending}
            aria-label={t("stopNamed", { name: view.name })}
          >
            {t("stop")}
          </Button>
        </form>
      )}
      <p role="status" className="basis-full text-sm text-success empty:hidden">
        {error === undefined && copied.state?.kind === "done" && t("copied")}
      </p>
      {error !== undefined && (
        <p role="alert" className="basis-full text-sm text-danger">
          {error}
        </p>
      )}
    </>
  );
}
