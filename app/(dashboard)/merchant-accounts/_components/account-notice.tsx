"use client";

import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Notice } from "@/components/ui/notice";
import { isolatedList } from "@/lib/direction";
import type { ShownAccountOutcome } from "./use-account-change";

/** Why nothing was changed; a field error is shown at its field. */
export function AccountNotice({ outcome }: { outcome: ShownAccountOutcome }) {
  const t = useTranslations("accounts.fault");
  switch (outcome.kind) {
    case "invalid":
    case "slug_taken":
      return null;
    case "signed_out":
      return <SignedOut />;
    case "cut_off":
      return <Notice tone="warning" role="alert" title={t("cut_off")} />;
    case "same_merchant":
      return <Notice tone="danger" role="alert" title={t("same_merchant", { name: outcome.name })} />;
    case "unverified":
      return (
        <Notice tone="warning" role="alert" title={t("unverified", { names: isolatedList(outcome.names) })} />
      );
    case "busy":
      return <Notice tone="warning" role="alert" title={t("busy")} />;
    case "in_use":
    case "key_refused":
    case "other_merchant":
    case "no_response":
    case "nobody":
    case "unconfirmed":
    case "has_admin":
    case "not_found":
    case "forbidden":
      return <Notice tone="danger" role="alert" title={t(outcome.kind)} />;
  }
}
