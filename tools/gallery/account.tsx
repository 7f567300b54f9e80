"use client";

import { ConfirmFactor } from "@/app/(dashboard)/account/_components/confirm-factor";
import { BusyNotice, LockedNotice } from "@/app/(dashboard)/account/_components/locked-notice";
import { PasswordForm } from "@/app/(dashboard)/account/_components/password-form";
import { RecoveryCodes } from "@/app/(dashboard)/account/_components/recovery-codes";
import { SecondFactor } from "@/app/(dashboard)/account/_components/second-factor";
import { Panel } from "@/components/ui/panel";
import { useTranslations } from "use-intl/react";
import { AT, LATER } from "./data";
import { Example } from "./example";

const nothing = (): void => undefined;
const on = { isOn: true, since: AT, recoveryCodesLeft: 7 };
const off = { isOn: false, since: null, recoveryCodesLeft: 0 };
/** Not a real one: it has no code in it. */
const QR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#fff" d="M0 0h8v8H0z"/><path d="M1 1h3v3H1zM5 5h2v2H5z"/></svg>';
const CODES = Array.from({ length: 10 }, (_, index) => `k7q${String(index)}-m2xd-9f${String(index)}a`);

/** One's own account. */
export function AccountExamples() {
  const t = useTranslations("account");
  return (
    <>
      <Example component="PasswordForm" state="empty">
        <Panel title={t("password.title")}>
          <PasswordForm email="asha@example.com" />
        </Panel>
      </Example>
      <Example component="SecondFactor, BeginFactor" state="off">
        <SecondFactor factor={off} hasPassword />
      </Example>
      <Example component="SecondFactor, ManageFactor" state="on">
        <SecondFactor factor={on} hasPassword />
      </Example>
      <Example component="SecondFactor" state="signs in elsewhere">
        <SecondFactor factor={off} hasPassword={false} />
      </Example>
      <Example component="ConfirmFactor" state="scanning">
        <Panel title={t("factor.title")}>
          <ConfirmFactor secret="JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" qrSvg={QR} onStep={nothing} />
        </Panel>
      </Example>
      <Example component="RecoveryCodes" state="shown once">
        <Panel title={t("factor.title")}>
          <RecoveryCodes codes={CODES} onKept={nothing} />
        </Panel>
      </Example>
      <Example component="LockedNotice, BusyNotice" state="refused">
        <div className="space-y-3">
          <LockedNotice until={LATER} />
          <BusyNotice />
        </div>
      </Example>
    </>
  );
}
