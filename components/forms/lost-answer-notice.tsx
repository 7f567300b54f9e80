"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** The response was lost, so the outcome is unknown here. The reloaded page shows it. */
export function LostAnswerNotice() {
  const t = useTranslations("common");
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t("lostAnswer.title")}
      actions={
        <Button size="sm" onClick={() => window.location.reload()}>
          {t("reload")}
        </Button>
      }
    >
      <p>{t("lostAnswer.body")}</p>
    </Notice>
  );
}
