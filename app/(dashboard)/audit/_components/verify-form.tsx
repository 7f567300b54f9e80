"use client";

import { useTranslations } from "use-intl/react";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button } from "@/components/ui/button";
import type { VerifyAuditOutcome } from "@/lib/audit";
import { verifyAuditAction } from "../actions";

export function VerifyForm() {
  const t = useTranslations("audit");
  const common = useTranslations("common");
  const { state, send, isSending, isLost } = useFormAction<VerifyAuditOutcome | null>(
    verifyAuditAction,
    null,
  );
  const outcome = isLost ? null : state;
  return (
    <form action={send} className="flex flex-wrap items-center gap-2">
      <Button type="submit" size="sm" name="scope" value="newest" busy={isSending}>
        {t("chain.checkNewest")}
      </Button>
      <Button type="submit" size="sm" name="scope" value="all" busy={isSending}>
        {t("chain.checkAll")}
      </Button>
      <span role="status" className="text-ink-muted">
        {isLost && common("lostResponse.body")}
        {outcome?.kind === "started" && t("chain.started")}
        {outcome?.kind === "running" && t("chain.alreadyRunning")}
        {outcome?.kind === "forbidden" && t("chain.forbidden")}
        {outcome?.kind === "signed_out" && common("signedOut.body")}
      </span>
    </form>
  );
}
