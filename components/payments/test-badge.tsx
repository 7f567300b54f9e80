"use client";

import { FlaskConical } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status } from "@/components/ui/status";

/** Beside what belongs to a test payment: no money is moved for it. */
export function TestBadge({ isTest }: { isTest: boolean }) {
  const t = useTranslations("common");
  if (!isTest) return null;
  return (
    <span title={t("testMeaning")}>
      <Status tone="warning" icon={FlaskConical} word={t("test")} />
    </span>
  );
}
