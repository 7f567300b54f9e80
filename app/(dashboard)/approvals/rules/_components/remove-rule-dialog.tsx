"use client";

import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import type { AfterRemoval } from "@/lib/approvals/approval-gaps";
import type { ApprovalRuleView } from "@/lib/approvals/approval-views";
import { roleOfRule } from "./role-of-rule";

type RemoveRuleDialogProps = {
  rule: ApprovalRuleView;
  after: AfterRemoval;
  isBusy: boolean;
  onKeep: () => void;
  onRemove: () => void;
};

/** Says what will apply without the threshold, before it is removed. */
export function RemoveRuleDialog({ rule, after, isBusy, onKeep, onRemove }: RemoveRuleDialogProps) {
  const t = useTranslations("approvals");
  const common = useTranslations("common");
  const bodyId = useId();
  return (
    <Dialog
      role="alertdialog"
      title={t("rules.removeTitle")}
      describedBy={bodyId}
      canDismiss={!isBusy}
      onDismiss={onKeep}
    >
      <p id={bodyId}>
        {t(`rules.removeBody.${after}`, {
          role: roleOfRule(rule, (preset) => common(`role.${preset}`)),
          currency: rule.currency,
        })}{" "}
        {t("rules.removeWaiting")}
      </p>
      <DialogButtons>
        <Button data-initial-focus onClick={onKeep}>
          {t("rules.keep")}
        </Button>
        <Button variant="danger" busy={isBusy} onClick={onRemove}>
          {t("rules.confirmRemove")}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
