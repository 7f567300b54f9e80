"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";

/** The sandbox's four people, one per role. Their password is in the terminal, not on the page. */
export function SandboxAccounts({ emails, onPick }: { emails: string[]; onPick: (email: string) => void }) {
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
