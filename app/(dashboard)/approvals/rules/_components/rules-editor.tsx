"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { EmptyState } from "@/components/ui/empty-state";
import { afterRemoval } from "@/lib/approvals/approval-gaps";
import type { ApprovalRuleView } from "@/lib/approvals/approval-views";
import { removeRuleAction, setRuleAction } from "../actions";
import { RemoveRuleDialog } from "./remove-rule-dialog";
import { RuleGaps } from "./rule-gaps";
import { RuleForm } from "./rule-form";
import { RuleNotice } from "./rule-notice";
import { RulesTable } from "./rules-table";
import { useRuleChange } from "./use-rule-change";

/** The current thresholds, and a form to add or change one. */
export function RulesEditor({ rules }: { rules: ApprovalRuleView[] }) {
  const t = useTranslations("approvals");
  const { isBusy, outcome, change } = useRuleChange();
  const [removing, setRemoving] = useState<ApprovalRuleView | null>(null);

  const remove = async ({ role, currency }: ApprovalRuleView): Promise<void> => {
    await change(() => removeRuleAction({ role, currency }));
    setRemoving(null);
  };
  return (
    <div className="grid gap-4">
      {rules.length === 0 ? (
        <EmptyState title={t("rules.emptyTitle")}>{t("rules.emptyBody")}</EmptyState>
      ) : (
        <>
          <RulesTable rules={rules} onRemove={setRemoving} />
          <RuleGaps rules={rules} />
        </>
      )}
      {outcome !== null && <RuleNotice outcome={outcome} />}
      <RuleForm isBusy={isBusy} outcome={outcome} onSet={(entered) => change(() => setRuleAction(entered))} />
      {removing !== null && (
        <RemoveRuleDialog
          rule={removing}
          after={afterRemoval(rules, removing)}
          isBusy={isBusy}
          onKeep={() => setRemoving(null)}
          onRemove={() => void remove(removing)}
        />
      )}
    </div>
  );
}
