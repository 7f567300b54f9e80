"use client";

import { useActionState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { verifyAuditAction } from "../actions";

export function VerifyForm() {
  const t = useTranslations("audit");
  const common = useTranslations("common");
  const [outcome, send, isSending] = useActionState(verifyAuditAction, null);
  return (
    <form action={send} className="flex flex-wrap items-center gap-2">
      <Button type="submit" size="sm" name="scope" value="newest" busy={isSending}>
        {t("chain.checkNewest")}
      </Button>
      <Button type="submit" size="sm" name="scope" value="all" busy={isSending}>
        {t("chain.checkAll")}
      </Button>
      <span role="status" className="text-ink-muted">
        {outcome?.kind === "started" && t("chain.started")}
        {outcome?.kind === "running" && t("chain.alreadyRunning")}
        {outcome?.kind === "forbidden" && t("chain.forbidden")}
        {outcome?.kind === "signed_out" && common("signedOut.body")}
      </span>
    </form>
  );
}
