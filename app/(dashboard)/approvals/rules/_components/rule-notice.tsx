"use client";

import { useTranslations } from "use-intl/react";
import { SignedOutNotice } from "@/components/live/fetch-failed-notice";
import { Notice } from "@/components/ui/notice";
import type { ShownRuleOutcome } from "./use-rule-change";

/** The outcome of a change; a field error is shown at its field. */
export function RuleNotice({ outcome }: { outcome: ShownRuleOutcome }) {
  const t = useTranslations("approvals");
  switch (outcome.kind) {
    case "saved":
      return <Notice tone="success" role="status" title={t("rules.saved")} />;
    case "removed":
      return <Notice tone="success" role="status" title={t("rules.removed")} />;
    case "invalid":
      return outcome.field === "form" ? (
        <Notice tone="danger" role="alert" title={t("rules.fault.incomplete")} />
      ) : null;
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t("rules.forbidden")} />;
    case "cut_off":
      return <Notice tone="warning" role="alert" title={t("rules.cutOff")} />;
    case "signed_out":
      return <SignedOutNotice />;
  }
}
