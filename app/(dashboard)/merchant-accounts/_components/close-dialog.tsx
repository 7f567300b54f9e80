"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import type { AccountRow } from "@/lib/accounts/account-views";
import { closeAccountAction } from "../actions";
import { AccountNotice } from "./account-notice";
import { useAccountChange } from "./use-account-change";

export function CloseDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useTranslations("accounts");
  const { outcome, isBusy, change } = useAccountChange(onClose);
  return (
    <Dialog
      title={t("closeTitle", { name: account.name })}
      onDismiss={onClose}
      canDismiss={!isBusy}
      className="max-w-md"
    >
      <div className="space-y-4">
        <p className="text-ink-muted">{t("closeBody")}</p>
        {outcome !== null && <AccountNotice outcome={outcome} />}
      </div>
      <DialogButtons>
        <Button disabled={isBusy} onClick={onClose} data-initial-focus>
          {t("cancel")}
        </Button>
        <Button
          variant="danger"
          busy={isBusy}
          onClick={() => void change(() => closeAccountAction({ id: account.id, isClosed: true }))}
        >
          {t("close")}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
