"use client";

import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { approvalGaps } from "@/lib/approvals/approval-gaps";
import type { ApprovalRuleView } from "@/lib/approvals/approval-views";

/** What no threshold covers, so that nobody takes a threshold in one currency for one in all. */
export function RuleGaps({ rules }: { rules: ApprovalRuleView[] }) {
  const t = useTranslations("approvals");
  const common = useTranslations("common");
  const gaps = approvalGaps(rules);
  if (gaps.length === 0) return null;
  return (
    <Notice tone="info" title={t("rules.gapsTitle")}>
      <ul>
        {gaps.map(({ role, kind }) => (
          <li key={role}>{t(`rules.gap.${kind}`, { role: common(`role.${role}`) })}</li>
        ))}
      </ul>
    </Notice>
  );
}
