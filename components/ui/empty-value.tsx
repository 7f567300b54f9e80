"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";

/** What is not there, said so. */
export function EmptyValue({ children }: { children?: ReactNode }) {
  const t = useTranslations("common");
  return <span className="text-ink-muted">{children ?? t("none")}</span>;
}
