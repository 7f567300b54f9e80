import type { useTranslations } from "use-intl/react";

type Translate = ReturnType<typeof useTranslations<"approvals">>;

/** A rule's lifetime in the largest unit without a remainder. */
export function lifetimeText(minutes: number, t: Translate): string {
  if (minutes % (24 * 60) === 0) return t("rules.days", { n: minutes / (24 * 60) });
  if (minutes % 60 === 0) return t("rules.hours", { n: minutes / 60 });
  return t("rules.minutes", { n: minutes });
}
