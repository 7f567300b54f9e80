"use client";

import { useTranslations } from "use-intl/react";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { SignedOut } from "@/components/states/signed-out";
import type { FactorActionOutcome } from "@/lib/people";
import { factorAction } from "../actions";
import { BusyNotice, LockedNotice } from "./locked-notice";
import type { FactorStep } from "./factor-step";

export function ManageFactor({ onStep }: { onStep: (step: FactorStep) => void }) {
  const t = useTranslations("account");
  const { state, send, isSending, isLost } = useFormAction<FactorActionOutcome | null>(
    async (_earlier, form) => {
      const response = await factorAction(form);
      if (response.kind === "renewed") onStep({ kind: "codes", codes: response.recoveryCodes, isNew: false });
      if (response.kind === "off") onStep({ kind: "resting", news: "turnedOff" });
      return response;
    },
    null,
  );
  const outcome = isLost ? null : state;
  return (
    <form action={send} noValidate className="mt-4 space-y-3 border-t border-line pt-4">
      <h3 className="text-sm font-medium">{t("factor.manage")}</h3>
      <p className="text-sm text-ink-muted">{t("factor.manageAbout")}</p>
      {isLost && <LostResponseNotice />}
      {outcome?.kind === "not_on" && <Notice tone="info" role="alert" title={t("factor.notOn")} />}
      {outcome?.kind === "locked" && <LockedNotice until={outcome.until} />}
      {outcome?.kind === "busy" && <BusyNotice />}
      {outcome?.kind === "signed_out" && <SignedOut />}
      <TextField
        label={t("password.title")}
        type="password"
        name="password"
        autoComplete="current-password"
        error={outcome?.kind === "wrong_password" ? t("password.currentWrong") : undefined}
      />
      <TextField
        label={t("factor.codeOrRecovery")}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono tracking-wider"
        error={outcome?.kind === "wrong_code" ? t("factor.wrongCode") : undefined}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="factorAction" value="renew" busy={isSending}>
          {t("factor.renew")}
        </Button>
        <Button type="submit" name="factorAction" value="off" variant="danger" busy={isSending}>
          {t("factor.turnOff")}
        </Button>
      </div>
    </form>
  );
}
