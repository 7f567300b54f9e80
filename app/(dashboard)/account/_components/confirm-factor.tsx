"use client";

import { useTranslations } from "use-intl/react";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { CopyableId } from "@/components/ui/copyable-id";
import { Notice } from "@/components/ui/notice";
import { SignedOut } from "@/components/states/signed-out";
import type { ConfirmFactorOutcome } from "@/lib/people";
import { confirmFactorAction } from "../actions";
import { LockedNotice } from "./locked-notice";
import type { FactorStep } from "./factor-step";

type ConfirmFactorProps = { secret: string; qrSvg: string; onStep: (step: FactorStep) => void };

/** The secret as a QR code and as text, and the field for a code that proves the app has it. */
export function ConfirmFactor({ secret, qrSvg, onStep }: ConfirmFactorProps) {
  const t = useTranslations("account");
  const { state, send, isSending, isLost } = useFormAction<ConfirmFactorOutcome | null>(
    async (_earlier, form) => {
      const response = await confirmFactorAction(form);
      if (response.kind === "on") onStep({ kind: "codes", codes: response.recoveryCodes, isNew: true });
      return response;
    },
    null,
  );
  const outcome = isLost ? null : state;
  return (
    <div className="space-y-4">
      <div>
        <h3 className="mb-2 text-sm font-medium">{t("factor.scanTitle")}</h3>
        {/* Black on white in both themes: some cameras read nothing else. */}
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(qrSvg)}`}
          alt={t("factor.scan")}
          width={176}
          height={176}
          className="rounded border border-line"
        />
        <p className="mt-2 text-sm text-ink-muted">{t("factor.typeInstead")}</p>
        <CopyableId id={secret} what={t("factor.key")} />
      </div>
      <form action={send} noValidate className="space-y-3">
        <h3 className="text-sm font-medium">{t("factor.confirmTitle")}</h3>
        {isLost && <LostResponseNotice />}
        {outcome?.kind === "not_begun" && <Notice tone="warning" role="alert" title={t("factor.notBegun")} />}
        {outcome?.kind === "locked" && <LockedNotice until={outcome.until} />}
        {outcome?.kind === "signed_out" && <SignedOut />}
        <TextField
          label={t("factor.code")}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          className="max-w-40 font-mono tracking-wider"
          error={outcome?.kind === "wrong_code" ? t("factor.wrongCode") : undefined}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={isSending}>
            {t("factor.confirm")}
          </Button>
          <Button variant="ghost" onClick={() => onStep({ kind: "resting", news: null })}>
            {t("factor.cancel")}
          </Button>
        </div>
      </form>
    </div>
  );
}
