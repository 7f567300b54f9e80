"use client";

import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useAddress, useOwner, usePagePerson } from "@/components/ui/page-account";
import { usePath } from "@/components/ui/use-path";
import { withAccount } from "@/lib/accounts/address";
import { paths } from "@/lib/paths";
import { holdPressed, keepTyped } from "./typed-fields";

/**
 * Replaces what a person gets whose session has ended: an action's outcome or a view that was to be fetched again
 * (`isRead`). Sign-in returns to this page, with what was typed.
 */
export function SignedOut({ isRead = false }: { isRead?: boolean }) {
  const t = useTranslations("common.signedOut");
  const here = useCurrentAddress();
  const owner = useOwner(usePagePerson());
  const path = useAddress(usePath());
  useEffect(() => {
    if (!isRead) holdPressed();
  }, [isRead]);
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t("title")}
      actions={
        <a
          onClick={() => keepTyped(owner, path)}
          href={withAccount(null, paths.login(here))}
          className={buttonClass("secondary", "sm")}
        >
          {t("signIn")}
        </a>
      }
    >
      <p>{t("body")}</p>
    </Notice>
  );
}

/** The page's path with its query, to which sign-in returns. */
function useCurrentAddress(): string {
  const path = useAddress(usePath());
  const search = useSearchParams().toString();
  return search === "" ? path : `${path}?${search}`;
}
