"use client";

import { useTranslations } from "use-intl/react";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { SignedOut } from "@/components/states/signed-out";
import type { BeginFactorOutcome } from "@/lib/people";
import { beginFactorAction } from "../actions";
import { BusyNotice, LockedNotice } from "./locked-notice";
import type { FactorStep } from "./factor-step";

export function BeginFactor({ onStep }: { onStep: (step: FactorStep) => void }) {
  const t = useTranslations("account");
  const { state, send, isSending, isLost } = useFormAction<BeginFactorOutcome | null>(
    async (_earlier, form) => {
      const response = await beginFactorAction(form);
      if (response.kind === "begun")
        onStep({ kind: "scanning", secret: response.secret, qrSvg: response.qrSvg });
      return response;
    },
    null,
  );
  const outcome = isLost ? null : state;
  return (
    <>
      <p className="mb-3 text-sm text-ink-muted">{t("factor.offAbout")}</p>
      <form action={send} noValidate className="space-y-3">
        {isLost && <LostResponseNotice />}
        {outcome?.kind === "already_on" && <Notice tone="info" role="alert" title={t("factor.alreadyOn")} />}
        {outcome?.kind === "locked" && <LockedNotice until={outcome.until} />}
        {outcome?.kind === "busy" && <BusyNotice />}
        {outcome?.kind === "signed_out" && <SignedOut />}
        <TextField
          label={t("password.title")}
          hint={t("factor.beginAbout")}
          type="password"
          name="password"
          autoComplete="current-password"
          error={outcome?.kind === "wrong_password" ? t("password.currentWrong") : undefined}
        />
        <Button type="submit" variant="primary" busy={isSending}>
          {t("factor.begin")}
        </Button>
      </form>
    </>
  );
}
