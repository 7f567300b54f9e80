"use client";

import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { DashboardError, SignedOutError } from "./fetch-view";

/** Why a fetch brought no view; the data on the screen is stale. `onRetry` where no fetch follows automatically. */
export function FetchFailedNotice({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const t = useTranslations("common");
  if (error instanceof SignedOutError) return <SignedOut isRead />;
  if (error instanceof DashboardError && error.status === 403) {
    return (
      <Notice tone="danger" role="alert" title={t("fetchFailed.forbiddenTitle")}>
        <p>{t("fetchFailed.forbiddenBody")}</p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t("fetchFailed.title")}
      actions={
        onRetry === undefined ? undefined : (
          <Button size="sm" onClick={onRetry}>
            {t("tryAgain")}
          </Button>
        )
      }
    >
      <p>
        {t("fetchFailed.body")} {onRetry === undefined && t("fetchFailed.byItself")}
      </p>
    </Notice>
  );
}
