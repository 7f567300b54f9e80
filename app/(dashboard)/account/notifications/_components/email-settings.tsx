"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Checkbox, SelectField, TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { Age } from "@/components/ui/time";
import { LOCALE_NAMES, LOCALES } from "@/lib/messages/locale";
import { type QuietHours, timeOf } from "@/lib/notifications/email-time";
import type { EmailSettingsView } from "@/lib/notifications/settings";

const NINE_IN_THE_MORNING = 9 * 60;
const NIGHT = { from: 21 * 60, until: 8 * 60 };

/** When and in which language e-mails come; without a mail server, what is not sent. */
export function EmailSettings({ email }: { email: EmailSettingsView | null }) {
  const t = useTranslations("notifications");
  if (email === null)
    return (
      <Notice tone="info" title={t("choices.email.off")}>
        <p>{t("choices.email.offBody")}</p>
      </Notice>
    );
  return <EmailFields email={email} />;
}

function EmailFields({ email }: { email: EmailSettingsView }) {
  const t = useTranslations("notifications");
  const [isDigest, setIsDigest] = useState(email.digestAt !== null);
  const [isQuiet, setIsQuiet] = useState(email.quiet !== null);
  return (
    <Panel title={t("choices.email.title")}>
      <p className="text-sm text-ink-muted">
        <bdi>{t("choices.email.to", { address: email.address })}</bdi>
      </p>
      {email.last !== null && <LastEmail last={email.last} />}
      {email.timeZones.length === 1 && <input type="hidden" name="timeZone" value={email.timeZone} />}
      <div className="mt-3 grid items-start gap-x-4 gap-y-3 sm:grid-cols-3">
        <SelectField
          label={t("choices.email.language")}
          name="language"
          defaultValue={email.language}
          options={LOCALES.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] }))}
        />
        <SelectField
          label={t("choices.email.delivery")}
          name="delivery"
          defaultValue={isDigest ? "digest" : "single"}
          onChange={(event) => setIsDigest(event.target.value === "digest")}
          options={[
            { value: "single", label: t("choices.email.single") },
            { value: "digest", label: t("choices.email.digest") },
          ]}
        />
        {isDigest && (
          <TextField
            type="time"
            label={t("choices.email.digestAt")}
            name="digestAt"
            required
            defaultValue={timeOf(email.digestAt ?? NINE_IN_THE_MORNING)}
          />
        )}
      </div>
      {!isDigest && (
        <>
          <Checkbox
            label={t("choices.email.quiet")}
            name="quiet"
            className="mt-4"
            defaultChecked={isQuiet}
            onChange={(event) => setIsQuiet(event.target.checked)}
          />
          {isQuiet && <QuietTimes times={email.quiet ?? NIGHT} />}
        </>
      )}
      {email.timeZones.length === 1 ? (
        <p className="mt-3 text-sm text-ink-muted">{t("choices.email.zone", { zone: email.timeZone })}</p>
      ) : (
        // Somebody who works in another place than when the settings were saved.
        <div className="mt-3 max-w-sm">
          <SelectField
            label={t("choices.email.timeZone")}
            name="timeZone"
            defaultValue={email.timeZone}
            options={email.timeZones.map((zone) => ({ value: zone, label: zone }))}
          />
        </div>
      )}
    </Panel>
  );
}

function QuietTimes({ times }: { times: QuietHours }) {
  const t = useTranslations("notifications");
  const [from, setFrom] = useState(timeOf(times.from));
  const [until, setUntil] = useState(timeOf(times.until));
  const fault = from === until ? t("choices.email.quietTimes") : "";
  return (
    <div className="mt-2 grid max-w-sm grid-cols-2 gap-4">
      <TextField
        type="time"
        label={t("choices.email.from")}
        name="quietFrom"
        required
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        // The browser does not send the form with it.
        ref={(input) => input?.setCustomValidity(fault)}
        type="time"
        label={t("choices.email.until")}
        name="quietUntil"
        required
        value={until}
        onChange={(event) => setUntil(event.target.value)}
        error={fault === "" ? undefined : fault}
      />
    </div>
  );
}

function LastEmail({ last }: { last: NonNullable<EmailSettingsView["last"]> }) {
  const t = useTranslations("notifications");
  const error = last.error ?? "none";
  const words = {
    sent: t("choices.email.lastSent"),
    failed: t("choices.email.lastFailed", { error }),
    waiting: t("choices.email.lastWaiting", { error }),
  }[last.state];
  return (
    <p className={last.state === "failed" ? "text-sm text-danger" : "text-sm text-ink-muted"}>
      {words} · <Age iso={last.at} />
    </p>
  );
}
