"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";

/** An explicit "no value". */
export function EmptyValue({ children }: { children?: ReactNode }) {
  const t = useTranslations("common");
  return <span className="empty-value text-ink-muted">{children ?? t("none")}</span>;
}
