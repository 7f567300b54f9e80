"use client";

import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import type { OpsResult } from "@/lib/contract/ops";
import { RuleWarnings } from "./rule-warnings";

type Saved = OpsResult<"rules.save">;

/** The version now in force, and warnings about likely mistakes in it. */
export function SavedNotice({ saved }: { saved: Saved }) {
  const t = useTranslations("rules.save");
  return (
    <div className="space-y-3">
      <Notice tone="success" role="status" title={t("done", { version: saved.version })}>
        <p>{t("doneBody")}</p>
      </Notice>
      <RuleWarnings title={t("warnings")} warnings={saved.warnings} rules={saved.rules} />
    </div>
  );
}
