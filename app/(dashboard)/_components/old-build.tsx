"use client";

import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { keepTyped } from "@/components/states/typed-fields";
import { useAddress, useOwner, usePagePerson } from "@/components/ui/page-account";
import { usePath } from "@/components/ui/use-path";

/** Next.js answers with it an action that this version of the server does not have: nothing was carried out. */
const ACTION_NOT_FOUND = "x-nextjs-action-not-found";

/**
 * An open page may send an action of the version before an upgrade. Every form would take the refusal for a lost
 * answer, so the responses of all are watched here. The browser's own dialog asks, because it needs nothing of a build
 * that may be gone (decision 0374).
 */
export function OldBuild() {
  const t = useTranslations("common");
  const owner = useOwner(usePagePerson());
  const path = useAddress(usePath());
  useEffect(() => {
    const send = window.fetch;
    window.fetch = async (...request) => {
      const response = await send(...request);
      if (response.headers.has(ACTION_NOT_FOUND) && window.confirm(t("oldBuild"))) {
        keepTyped(owner, path);
        window.location.reload();
      }
      return response;
    };
    return () => {
      window.fetch = send;
    };
  }, [t, owner, path]);
  return null;
}
