"use client";

import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";

/** Too many wrong passwords or codes, entered here or at sign-in. */
export function LockedNotice({ until }: { until: string }) {
  const t = useTranslations("account");
  return (
    <Notice tone="danger" role="alert" title={t("locked.title")}>
      <p>
        {t("locked.advice")} <Time iso={until} />
      </p>
    </Notice>
  );
}

/** Too many passwords are being checked right now. */
export function BusyNotice() {
  const t = useTranslations("account");
  return (
    <Notice tone="warning" role="alert" title={t("busy.title")}>
      <p>{t("busy.advice")}</p>
    </Notice>
  );
}
