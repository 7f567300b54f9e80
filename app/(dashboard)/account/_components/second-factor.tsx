"use client";

import { startTransition, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { AccountView } from "@/lib/people";
import { BeginFactor } from "./begin-factor";
import { ConfirmFactor } from "./confirm-factor";
import type { FactorStep } from "./factor-step";
import { ManageFactor } from "./manage-factor";
import { RecoveryCodes } from "./recovery-codes";

type SecondFactorProps = { factor: AccountView["secondFactor"]; hasPassword: boolean };

export function SecondFactor({ factor, hasPassword }: SecondFactorProps) {
  const t = useTranslations("account");
  const [step, setStep] = useState<FactorStep>({ kind: "resting", news: null });
  // A transition: the step and the page's new data, which come with the same response, are shown together.
  const onStep = (next: FactorStep): void => startTransition(() => setStep(next));

  return (
    <Panel
      title={t("factor.title")}
      aside={<span className="text-sm text-ink-muted">{t(factor.isOn ? "factor.on" : "factor.off")}</span>}
    >
      {step.kind === "resting" && step.news !== null && (
        <div className="mb-3">
          <Notice tone="success" role="status" title={t(`factor.${step.news}`)} />
        </div>
      )}
      <Body factor={factor} hasPassword={hasPassword} step={step} onStep={onStep} />
    </Panel>
  );
}

function Body({
  factor,
  hasPassword,
  step,
  onStep,
}: SecondFactorProps & { step: FactorStep; onStep: (step: FactorStep) => void }) {
  const t = useTranslations("account");
  switch (step.kind) {
    case "codes":
      return (
        <RecoveryCodes
          codes={step.codes}
          onKept={() => onStep({ kind: "resting", news: step.isNew ? "turnedOn" : null })}
        />
      );
    case "scanning":
      return <ConfirmFactor secret={step.secret} qrSvg={step.qrSvg} onStep={onStep} />;
    case "resting":
      if (!hasPassword) return <p className="text-sm text-ink-muted">{t("factor.noPassword")}</p>;
      if (!factor.isOn) return <BeginFactor onStep={onStep} />;
      return (
        <>
          <p className="text-sm text-ink-muted">
            {t("factor.onAbout")} {factor.since !== null && <Time iso={factor.since} />}
          </p>
          <p className="mt-1 text-sm">{t("factor.left", { count: factor.recoveryCodesLeft })}</p>
          <ManageFactor onStep={onStep} />
        </>
      );
  }
}
