"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** The response was lost, so the outcome is unknown here. The reloaded page shows it. */
export function LostResponseNotice() {
  const t = useTranslations("common");
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t("lostResponse.title")}
      actions={
        <Button size="sm" onClick={() => window.location.reload()}>
          {t("reload")}
        </Button>
      }
    >
      <p>{t("lostResponse.body")}</p>
    </Notice>
  );
}
