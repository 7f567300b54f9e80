"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "./button";
import { Notice } from "./notice";

/** A part of the page that failed to load. Nothing was sent with it yet, so nothing is lost. */
export function PartFailed({ onTryAgain }: { onTryAgain: () => void }) {
  const t = useTranslations("common");
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t("partFailed.title")}
      actions={
        <>
          <Button size="sm" variant="primary" onClick={onTryAgain}>
            {t("tryAgain")}
          </Button>
          <Button size="sm" onClick={() => window.location.reload()}>
            {t("reload")}
          </Button>
        </>
      }
    >
      <p>{t("partFailed.body")}</p>
    </Notice>
  );
}
