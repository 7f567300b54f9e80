"use client";

import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { useSignOut } from "@/components/people/use-sign-out";

/** Shown to somebody who is signed in, and has a role in no account that is open. */
export function NoAccount({ name }: { name: string }) {
  const t = useTranslations("signIn.noRole");
  const { isLeaving, leave } = useSignOut();
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t("title")}</h1>
      <p className="mb-4 text-ink-muted">{t("advice", { name })}</p>
      <Button busy={isLeaving} onClick={() => void leave()}>
        {t("signOut")}
      </Button>
    </>
  );
}
