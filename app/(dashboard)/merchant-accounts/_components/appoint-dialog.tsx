"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DialogForm } from "@/components/actions/dialog-form";
import { TextField } from "@/components/ui/controls";
import type { AccountRow } from "@/lib/accounts/account-views";
import { appointAdminAction } from "../actions";
import { AccountNotice } from "./account-notice";
import { useAccountChange } from "./use-account-change";

/** Makes somebody admin of an account in which no active admin is left. */
export function AppointDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useTranslations("accounts");
  const [email, setEmail] = useState("");
  const { outcome, isBusy, change } = useAccountChange(onClose);
  return (
    <DialogForm
      title={t("appoint.title", { name: account.name })}
      keep={t("cancel")}
      confirm={t("appoint.submit")}
      isSending={isBusy}
      onSubmit={() => void change(() => appointAdminAction({ id: account.id, email }))}
      onClose={onClose}
      className="max-w-md"
    >
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
    </DialogForm>
  );
}
