"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { Age } from "@/components/ui/time";
import type { ServiceError } from "@/lib/service-error";

type ServiceErrorNoticeProps = {
  trouble: ServiceError;
  /** When the service last reported the data on the screen; null if it never has. */
  knownAt?: string | null;
  actions?: ReactNode;
};

/** Nothing newer is known because the service is unavailable; never to be mistaken for "not found" (failure 7). */
export function ServiceErrorNotice({ trouble, knownAt = null, actions }: ServiceErrorNoticeProps) {
  const t = useTranslations("common");
  const differs = trouble.kind === "unavailable" ? trouble.difference : undefined;
  const kind = differs === undefined ? trouble.kind : "unreadable";
  return (
    <Notice tone="warning" role="alert" title={t(`trouble.${kind}.title`)} actions={actions}>
      <p>{meaningOf(t, trouble)}</p>
      {knownAt !== null && <p>{t.rich("trouble.lastTold", { age: () => <Age iso={knownAt} /> })}</p>}
    </Notice>
  );
}

function meaningOf(t: ReturnType<typeof useTranslations<"common">>, trouble: ServiceError): string {
  switch (trouble.kind) {
    case "unavailable":
      return trouble.difference === undefined
        ? t("trouble.unavailable.meaning")
        : t("trouble.unreadable.meaning", trouble.difference);
    case "key_refused":
      return t("trouble.key_refused.meaning");
    case "busy":
      return t("trouble.busy.meaning", { seconds: trouble.retryAfterSeconds });
  }
}
