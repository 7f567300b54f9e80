"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "@/components/actions/confirm-dialog";
import { SignedOut } from "@/components/states/signed-out";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { afterRemoval, approvalGaps } from "@/lib/approvals/approval-gaps";
import type { ApprovalRuleView, RefundingRole } from "@/lib/approvals/approval-views";
import { removeRuleAction, setRuleAction } from "../actions";
import { roleOfRule } from "./role-of-rule";
import { RuleForm } from "./rule-form";
import { RulesTable } from "./rules-table";
import { type ShownRuleOutcome, useRuleChange } from "./use-rule-change";

/** The current thresholds, and a form to add or change one. */
export function RulesEditor({ rules, roles }: { rules: ApprovalRuleView[]; roles: RefundingRole[] }) {
  const t = useTranslations("approvals");
  const common = useTranslations("common");
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
      <RuleForm
        roles={roles}
        isBusy={isBusy}
        outcome={outcome}
        onSet={async (entered) => {
          await change(() => setRuleAction(entered));
        }}
      />
      {removing !== null && (
        <ConfirmDialog
          title={t("rules.removeTitle")}
          keep={t("rules.keep")}
          confirm={t("rules.confirmRemove")}
          isSending={isBusy}
          onKeep={() => setRemoving(null)}
          onConfirm={() => void remove(removing)}
        >
          <p>
            {t(`rules.removeBody.${afterRemoval(rules, removing)}`, {
              role: roleOfRule(removing, (preset) => common(`role.${preset}`)),
              currency: removing.currency,
            })}{" "}
            {t("rules.removeWaiting")}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** What no threshold covers, so that nobody takes a threshold in one currency for one in all. */
function RuleGaps({ rules }: { rules: ApprovalRuleView[] }) {
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

/** The outcome of a change; a field error is shown at its field. */
function RuleNotice({ outcome }: { outcome: ShownRuleOutcome }) {
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
    case "role_gone":
      return <Notice tone="danger" role="alert" title={t("rules.roleGone")} />;
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t("rules.forbidden")} />;
    case "cut_off":
      return <Notice tone="warning" role="alert" title={t("rules.cutOff")} />;
    case "signed_out":
      return <SignedOut />;
  }
}
