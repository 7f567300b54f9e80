"use client";

import { useActionState, useEffect, useRef, type ReactNode, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { discardKept } from "@/components/accounts/kept-keys";
import { Button } from "@/components/ui/button";
import { CONTROL_CLASS, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { signInAction, type SignInFault } from "../actions";

type SignInFormProps = {
  returnPath: string;
  sandboxEmails: string[];
  /** Sign-in through the identity provider. */
  children?: ReactNode;
};

/** A native form of its own page: it works before hydration and without JavaScript. */
export function SignInForm({ returnPath, sandboxEmails, children }: SignInFormProps) {
  const t = useTranslations("signIn");
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [state, send, isSending] = useActionState(signInAction, null);
  const fault = state?.fault;
  // A second press would count as a second attempt, and its response would replace the first.
  const onSubmit = (event: SubmitEvent): void => {
    if (isSending) event.preventDefault();
  };
  const isMissing = (field: "email" | "password"): boolean =>
    fault?.kind === "missing" && fault.fields.includes(field);

  useEffect(discardKept, []);

  // Focus moves to the field to fill in next after each response.
  useEffect(() => {
    if (state === null) return;
    const { fault: found } = state;
    const isEmailMissing = found.kind === "missing" && found.fields.includes("email");
    (isEmailMissing ? emailField : passwordField).current?.focus();
  }, [state]);

  const pickAccount = (account: string): void => {
    if (emailField.current !== null) emailField.current.value = account;
    passwordField.current?.focus();
  };

  return (
    <>
      <div className="space-y-4 rounded-lg border border-line bg-surface p-5 shadow-raised">
        <form action={send} onSubmit={onSubmit} noValidate className="space-y-4">
          {fault !== undefined && fault.kind !== "missing" && (
            <FaultNotice key={state?.attempt} fault={fault} />
          )}
          <input type="hidden" name="from" value={returnPath} />
          <Field label={t("email")} error={isMissing("email") ? t("emailMissing") : undefined}>
            {(control) => (
              <input
                {...control}
                ref={emailField}
                type="email"
                name="email"
                defaultValue={state?.email ?? ""}
                autoComplete="username"
                autoFocus
                className={CONTROL_CLASS}
              />
            )}
          </Field>
          <Field label={t("password")} error={isMissing("password") ? t("passwordMissing") : undefined}>
            {(control) => (
              <input
                {...control}
                ref={passwordField}
                type="password"
                name="password"
                autoComplete="current-password"
                className={CONTROL_CLASS}
              />
            )}
          </Field>
          <Button isPlain type="submit" variant="primary" busy={isSending} className="w-full">
            {t("submit")}
          </Button>
        </form>
        {children}
      </div>
      {sandboxEmails.length > 0 && <SandboxAccounts emails={sandboxEmails} onPick={pickAccount} />}
    </>
  );
}

function FaultNotice({ fault }: { fault: Exclude<SignInFault, { kind: "missing" }> }) {
  const t = useTranslations("signIn");
  const minutes = fault.kind === "locked" || fault.kind === "limited" ? fault.minutes : 0;
  return (
    <Notice tone="danger" role="alert" title={t(`fault.${fault.kind}.title`)}>
      <p>{t(`fault.${fault.kind}.advice`, { minutes })}</p>
    </Notice>
  );
}

/** The sandbox's four people, one per role. Their password is in the terminal, not on the page. */
function SandboxAccounts({ emails, onPick }: { emails: string[]; onPick: (email: string) => void }) {
  const t = useTranslations("signIn");
  return (
    <section aria-labelledby="sandbox-accounts" className="mt-5">
      <h2 id="sandbox-accounts" className="text-sm font-medium">
        {t("sandbox.title")}
      </h2>
      <p className="mt-0.5 mb-2 text-sm text-ink-muted">{t("sandbox.about")}</p>
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {emails.map((email) => (
          <Button key={email} size="sm" className="min-w-0" onClick={() => onPick(email)}>
            <span className="truncate">{email}</span>
          </Button>
        ))}
      </div>
    </section>
  );
}
