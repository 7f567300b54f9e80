"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { Age } from "@/components/ui/time";
import type { ServiceError } from "@/lib/service-error";

type ServiceErrorNoticeProps = {
  serviceError: ServiceError;
  /** When the service last reported the data on the screen; null if it never has. */
  knownAt?: string | null;
  actions?: ReactNode;
};

/** Nothing newer is known because the service is unavailable; never to be mistaken for "not found" (failure 7). */
export function ServiceErrorNotice({ serviceError, knownAt = null, actions }: ServiceErrorNoticeProps) {
  const t = useTranslations("common");
  const differs = serviceError.kind === "unavailable" ? serviceError.difference : undefined;
  const kind = differs === undefined ? serviceError.kind : "unreadable";
  return (
    <Notice tone="warning" role="alert" title={t(`serviceError.${kind}.title`)} actions={actions}>
      <p>{meaningOf(t, serviceError)}</p>
      {knownAt !== null && <p>{t.rich("serviceError.lastTold", { age: () => <Age iso={knownAt} /> })}</p>}
    </Notice>
  );
}

function meaningOf(t: ReturnType<typeof useTranslations<"common">>, serviceError: ServiceError): string {
  switch (serviceError.kind) {
    case "unavailable":
      return serviceError.difference === undefined
        ? t("serviceError.unavailable.meaning")
        : t("serviceError.unreadable.meaning", serviceError.difference);
    case "key_refused":
      return t("serviceError.key_refused.meaning");
    case "busy":
      return t("serviceError.busy.meaning", { seconds: serviceError.retryAfterSeconds });
  }
}
