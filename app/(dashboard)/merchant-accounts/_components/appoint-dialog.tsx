"use client";

import { useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import type { AccountRow } from "@/lib/accounts/account-views";
import { appointAdminAction } from "../actions";
import { AccountNotice } from "./account-notice";
import { useAccountChange } from "./use-account-change";

/** Makes somebody admin of an account in which no active admin is left. */
export function AppointDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useTranslations("accounts");
  const [email, setEmail] = useState("");
  const { outcome, isBusy, change } = useAccountChange(onClose);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void change(() => appointAdminAction({ id: account.id, email }));
  };
  return (
    <Dialog
      title={t("appoint.title", { name: account.name })}
      onDismiss={onClose}
      canDismiss={!isBusy}
      className="max-w-md"
    >
      <form noValidate onSubmit={submit} autoComplete="off">
        <div className="space-y-4">
          <p className="text-sm text-ink-muted">{t("appoint.about")}</p>
          <TextField
            label={t("appoint.email")}
            type="email"
            autoComplete="off"
            value={email}
            data-initial-focus
            onChange={({ target }) => setEmail(target.value)}
          />
          {outcome !== null && <AccountNotice outcome={outcome} />}
        </div>
        <DialogButtons>
          <Button disabled={isBusy} onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t("appoint.submit")}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
