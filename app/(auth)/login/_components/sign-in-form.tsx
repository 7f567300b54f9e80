"use client";

import { signIn } from "next-auth/react";
import { useRef, useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { CONTROL_CLASS, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { useHydrated } from "@/components/ui/use-hydrated";
import { SandboxAccounts } from "./sandbox-accounts";
import { signInFault, type SignInFault } from "./sign-in-fault";

type FieldErrors = { email?: string; password?: string };

export function SignInForm({ returnPath, sandboxEmails }: { returnPath: string; sandboxEmails: string[] }) {
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [fault, setFault] = useState<SignInFault | null>(null);
  const [isSending, setIsSending] = useState(false);

  // The fields keep their own text: what somebody typed before the page came alive must not be lost.
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const email = emailField.current?.value ?? "";
    const password = passwordField.current?.value ?? "";
    setFault(null);
    const missing: FieldErrors = {
      ...(email.trim() === "" && { email: "Enter your email." }),
      ...(password === "" && { password: "Enter your password." }),
    };
    setErrors(missing);
    if (missing.email !== undefined) return emailField.current?.focus();
    if (missing.password !== undefined) return passwordField.current?.focus();

    setIsSending(true);
    const found = await attempt(email.trim(), password);
    if (found === null) {
      // A whole new page: nothing that was rendered for nobody is kept.
      window.location.assign(returnPath);
      return;
    }
    setIsSending(false);
    setFault(found);
    if (passwordField.current !== null) passwordField.current.value = "";
    passwordField.current?.focus();
  };

  const pickAccount = (account: string): void => {
    if (emailField.current !== null) emailField.current.value = account;
    setErrors({});
    passwordField.current?.focus();
  };

  return (
    <>
      {/* Never a GET: sent before the page is alive, it would put the password into an address. */}
      <form
        method="post"
        noValidate
        onSubmit={submit}
        className="space-y-4 rounded-lg border border-line bg-surface p-5 shadow-raised"
      >
        {fault !== null && (
          <Notice tone="danger" role="alert" title={fault.title}>
            <p>{fault.advice}</p>
          </Notice>
        )}
        <Field label="Email" error={errors.email}>
          {(control) => (
            <input
              {...control}
              ref={emailField}
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              className={CONTROL_CLASS}
            />
          )}
        </Field>
        <Field label="Password" error={errors.password}>
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
        <Button
          type="submit"
          variant="primary"
          disabled={!isHydrated}
          busy={isSending}
          // For the blink before the page is alive it looks as it will: nothing should flicker.
          className="w-full disabled:border-transparent! disabled:bg-accent-solid! disabled:text-on-solid!"
        >
          Sign in
        </Button>
      </form>
      {sandboxEmails.length > 0 && <SandboxAccounts emails={sandboxEmails} onPick={pickAccount} />}
    </>
  );
}

/** Null when signed in. */
async function attempt(email: string, password: string): Promise<SignInFault | null> {
  try {
    const result = await signIn("credentials", { email, password, redirect: false });
    return result?.ok === true ? null : signInFault(result?.error ?? undefined);
  } catch {
    return signInFault(undefined);
  }
}
