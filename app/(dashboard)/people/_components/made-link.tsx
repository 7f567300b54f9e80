"use client";

import { useSyncExternalStore } from "react";
import { useTranslations } from "use-intl/react";
import { CopyableId } from "@/components/ui/copyable-id";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import type { MadeLink as Link } from "@/lib/people";

const never = (): (() => void) => () => undefined;

/** A link that is shown once: Paydeck stores only its hash. */
export function MadeLink({ link }: { link: Link }) {
  const t = useTranslations("people");
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
  return (
    <Notice tone="success" role="status" title={t(link.isMailed ? "link.made.mailed" : "link.made.title")}>
      <p>{t(link.isMailed ? "link.made.mailedAdvice" : "link.made.advice")}</p>
      <p className="rounded border border-line bg-surface px-2.5 py-2">
        <CopyableId id={`${origin}${link.path}`} what={t("link.what")} />
      </p>
      <p>
        {t("link.until")} <Time iso={link.expiresAt} />
      </p>
    </Notice>
  );
}
