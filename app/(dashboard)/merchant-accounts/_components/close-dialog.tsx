"use client";

import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "@/components/actions/confirm-dialog";
import type { AccountRow } from "@/lib/accounts/account-views";
import { closeAccountAction } from "../actions";
import { AccountNotice } from "./account-notice";
import { useAccountChange } from "./use-account-change";

export function CloseDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useTranslations("accounts");
  const { outcome, isBusy, change } = useAccountChange(onClose);
  return (
    <ConfirmDialog
      title={t("closeTitle", { name: account.name })}
      keep={t("cancel")}
      confirm={t("close")}
      isSending={isBusy}
      outcome={
        outcome !== null && (
          <div className="mt-4">
            <AccountNotice outcome={outcome} />
          </div>
        )
      }
      onKeep={onClose}
      onConfirm={() => void change(() => closeAccountAction({ id: account.id, isClosed: true }))}
    >
      <p className="text-ink-muted">{t("closeBody")}</p>
    </ConfirmDialog>
  );
}
