"use client";

import { useActionState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { acceptLinkAction } from "../actions";

export function AcceptForm({ token, email, name }: { token: string; email: string; name: string }) {
  const t = useTranslations("signIn");
  const [state, send, isSending] = useActionState(acceptLinkAction, null);
  const fault = state?.fault;
  // A second press would count as a second attempt, and its response would replace the first.
  const onSubmit = (event: SubmitEvent): void => {
    if (isSending) event.preventDefault();
  };
  const passwordFault = fault?.kind === "invalid" ? fault.password : null;

  return (
    <form
      action={send}
      onSubmit={onSubmit}
      noValidate
      className="space-y-4 rounded-lg border border-line bg-surface p-5 shadow-raised"
    >
      {fault?.kind === "gone" && (
        <Notice key={state?.attempt} tone="warning" role="alert" title={t("invitation.gone.title")}>
          <p>{t("invitation.gone.advice")}</p>
        </Notice>
      )}
      {fault?.kind === "unavailable" && (
        <Notice key={state?.attempt} tone="danger" role="alert" title={t("fault.unavailable.title")}>
          <p>{t("fault.unavailable.advice")}</p>
        </Notice>
      )}
      {fault?.kind === "busy" && (
        <Notice key={state?.attempt} tone="warning" role="alert" title={t("fault.busy.title")}>
          <p>{t("invitation.busy")}</p>
        </Notice>
      )}
      <input type="hidden" name="token" value={token} />
      {/* Password managers read the account of this password here. */}
      <TextField label={t("email")} type="email" value={email} readOnly autoComplete="username" />
      <TextField
        label={t("invitation.name")}
        name="name"
        autoComplete="name"
        defaultValue={state?.name ?? name}
        error={fault?.kind === "invalid" && fault.name ? t("invitation.nameFault") : undefined}
      />
      <TextField
        label={t("invitation.password")}
        hint={t("invitation.passwordHint")}
        type="password"
        name="password"
        autoComplete="new-password"
        error={passwordFault === null ? undefined : t(`passwordFault.${passwordFault}`)}
      />
      <Button isPlain type="submit" variant="primary" busy={isSending} className="w-full">
        {t("invitation.submit")}
      </Button>
    </form>
  );
}
