"use client";

import { AcceptForm } from "@/app/(auth)/invitation/[token]/_components/accept-form";
import { NoAccount } from "@/app/(auth)/login/_components/no-account";
import { SignInForm } from "@/app/(auth)/login/_components/sign-in-form";
import { CodeForm } from "@/app/(auth)/login/second-factor/_components/code-form";
import { PERSON } from "./data";
import { Example } from "./example";

/** The pages of those without a session, or without a role. */
export function SigningInExamples() {
  return (
    <div className="max-w-sm">
      <Example component="SignInForm" state="in the sandbox">
        <SignInForm returnPath="/payments" sandboxEmails={["support@example.com", "finance@example.com"]} />
      </Example>
      <Example component="CodeForm" state="empty">
        <CodeForm returnPath="/payments" />
      </Example>
      <Example component="AcceptForm" state="an invitation">
        <AcceptForm token="k7q" email="asha@example.com" name={PERSON} />
      </Example>
      <Example component="NoAccount" state="no role in any account">
        <NoAccount name={PERSON} />
      </Example>
    </div>
  );
}
