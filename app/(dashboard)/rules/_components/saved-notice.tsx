"use client";

import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import type { OpsResult } from "@/lib/contract/ops";

type Saved = OpsResult<"rules.save">;

/** The version now in force, and warnings about likely mistakes in it. */
export function SavedNotice({ saved }: { saved: Saved }) {
  const t = useTranslations("rules.save");
  return (
    <div className="space-y-3">
      <Notice tone="success" role="status" title={t("done", { version: saved.version })}>
        <p>{t("doneBody")}</p>
      </Notice>
      {saved.warnings.length > 0 && (
        <Notice tone="warning" role="alert" title={t("warnings")}>
          {saved.warnings.map((warning) => (
            <p key={`${warning.code} ${warning.rule_id ?? ""}`}>
              <Warning warning={warning} saved={saved} />
            </p>
          ))}
        </Notice>
      )}
    </div>
  );
}

/** A warning that only a newer service knows is shown with its own text. */
function Warning({ warning, saved }: { warning: Saved["warnings"][number]; saved: Saved }) {
  const t = useTranslations("rules.save.warning");
  if (warning.code === "no_active_rule") return t("no_active_rule");
  const rule = saved.rules.find(({ id }) => id === warning.rule_id);
  const name = rule?.name ?? warning.rule_id ?? "";
  if (warning.code === "rule_is_over") return t("rule_is_over", { rule: name });
  const { gateways } = warning;
  if (warning.code === "fee_unknown" && gateways !== undefined) {
    return t("fee_unknown", { rule: name, gateways: gateways.join(", ") });
  }
  return <ForeignText>{warning.text}</ForeignText>;
}
