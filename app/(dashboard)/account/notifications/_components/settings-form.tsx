"use client";

import { useTranslations } from "use-intl/react";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { NOTIFICATION_CHANNELS, type NotificationSettingsView } from "@/lib/notifications/settings";
import { saveSettingsAction, type SettingsState } from "../actions";
import { EmailSettings } from "./email-settings";
import { EventChoices } from "./event-choices";

/** The settings of the signed-in person: one form, so that one press saves all of it. */
export function SettingsForm({ settings }: { settings: NotificationSettingsView }) {
  const t = useTranslations("notifications");
  const { state, send, isSending, isLost } = useFormAction<SettingsState>(saveSettingsAction, null);
  const outcome = isLost ? undefined : state?.outcome;
  const channels = settings.email === null ? (["dashboard"] as const) : NOTIFICATION_CHANNELS;
  return (
    <form
      action={send}
      // Shows the saved choices after "Restore defaults".
      key={JSON.stringify(settings)}
      className="max-w-3xl space-y-4"
    >
      <EventChoices events={settings.events} channels={channels} />
      <EmailSettings email={settings.email} />
      {/* In sight, wherever the page is scrolled to. */}
      <div className="sticky bottom-0 z-10 -mx-(--gutter) space-y-2 border-t border-line bg-surface px-(--gutter) py-2.5">
        {isLost && <LostResponseNotice />}
        {outcome?.kind === "saved" && (
          <Notice key={state?.attempt} tone="success" role="status" title={t("choices.saved")} />
        )}
        {outcome?.kind === "queued" && (
          <Notice key={state?.attempt} tone="success" role="status" title={t("choices.email.queued")} />
        )}
        {outcome?.kind === "too_soon" && (
          <Notice key={state?.attempt} tone="info" role="status" title={t("choices.email.tooSoon")} />
        )}
        {outcome?.kind === "quiet_times" && (
          <Notice key={state?.attempt} tone="danger" role="alert" title={t("choices.email.quietTimes")} />
        )}
        {outcome?.kind === "signed_out" && <SignedOut />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={isSending}>
            {t("choices.save")}
          </Button>
          {settings.email !== null && (
            <Button type="submit" name="do" value="test" formNoValidate>
              {t("choices.email.test")}
            </Button>
          )}
          <Button type="submit" name="do" value="reset" variant="ghost" formNoValidate>
            {t("choices.reset")}
          </Button>
        </div>
      </div>
    </form>
  );
}
