"use client";

import { useTranslations } from "use-intl/react";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import { DashboardError, SignedOutError } from "./fetch-view";
import { useCurrentAddress } from "./use-current-address";

/** Why a fetch brought no view; the data on the screen is stale. `onRetry` where no fetch follows automatically. */
export function FetchFailedNotice({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const t = useTranslations("common");
  if (error instanceof SignedOutError) return <SignedOutNotice />;
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

/** Signing in again returns to the same page. */
export function SignedOutNotice() {
  const t = useTranslations("common");
  const here = useCurrentAddress();
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t("fetchFailed.signedOutTitle")}
      actions={
        <a href={paths.login(here)} className={buttonClass("primary", "sm")}>
          {t("fetchFailed.signInAgain")}
        </a>
      }
    >
      <p>{t("fetchFailed.signedOutBody")}</p>
    </Notice>
  );
}
