"use client";

import { useTranslations } from "use-intl/react";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { SignedOut } from "@/components/states/signed-out";
import { changePasswordAction, type PasswordState } from "../actions";
import { BusyNotice, LockedNotice } from "./locked-notice";

export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations("account");
  const words = useTranslations("signIn");
  const { state, send, isSending, isLost } = useFormAction<PasswordState>(changePasswordAction, null);
  const outcome = isLost ? undefined : state?.outcome;

  return (
    <form action={send} noValidate className="space-y-4">
      {isLost && <LostResponseNotice />}
      {outcome?.kind === "changed" && (
        <Notice key={state?.attempt} tone="success" role="status" title={t("password.changed")} />
      )}
      {outcome?.kind === "locked" && <LockedNotice until={outcome.until} />}
      {outcome?.kind === "busy" && <BusyNotice />}
      {outcome?.kind === "no_password" && <Notice tone="info" role="alert" title={t("password.none")} />}
      {outcome?.kind === "signed_out" && <SignedOut />}
      {/* Password managers read the account of this password here. */}
      <input type="email" name="email" value={email} readOnly autoComplete="username" hidden />
      <TextField
        label={t("password.current")}
        type="password"
        name="current"
        autoComplete="current-password"
        error={outcome?.kind === "wrong_password" ? t("password.currentWrong") : undefined}
      />
      <TextField
        label={t("password.next")}
        hint={words("invitation.passwordHint")}
        type="password"
        name="next"
        autoComplete="new-password"
        error={outcome?.kind === "invalid" ? words(`passwordFault.${outcome.fault}`) : undefined}
      />
      <Button type="submit" variant="primary" busy={isSending}>
        {t("password.submit")}
      </Button>
    </form>
  );
}
