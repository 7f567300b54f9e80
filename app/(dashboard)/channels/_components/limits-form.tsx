"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { LostResponseNotice } from "@/components/forms/lost-response-notice";
import { useFormAction } from "@/components/forms/use-form-action";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { Age } from "@/components/ui/time";
import { textOf } from "@/lib/form";
import {
  LIMIT_RANGES,
  NOTIFICATION_LIMITS,
  type NotificationLimit,
  type NotificationLimitsView,
} from "@/lib/notifications/limits";
import { type LimitsState, saveLimitsAction } from "../actions";

/**
 * Edits the limits from which on people of the account are notified; without own limits, those of the installation
 * apply.
 */
export function LimitsForm({ view }: { view: NotificationLimitsView }) {
  const t = useTranslations("channels.limits");
  const { state, sent, send, isSending, isLost } = useFormAction<LimitsState>(saveLimitsAction, null);
  const outcome = isLost ? undefined : state?.outcome;
  const wrong = outcome?.kind === "invalid" ? outcome.field : null;
  const problem =
    outcome?.kind === "changed" || outcome?.kind === "forbidden"
      ? outcome.kind
      : wrong === "form"
        ? "incomplete"
        : null;
  // The form keeps the limits as it was opened or last sent: after a change by others it keeps what was typed, and says
  // so.
  const now = { attempt: state?.attempt, version: view.version, limits: view.limits };
  const [begun, setBegun] = useState({ ...now, before: view.limits });
  if (begun.attempt !== now.attempt) setBegun({ ...now, before: begun.limits });
  const valueOf = (limit: NotificationLimit): string =>
    sent !== null && outcome?.kind !== "saved" && textOf(sent, limit) !== String(begun.before[limit])
      ? textOf(sent, limit)
      : String(view.limits[limit]);
  return (
    <Panel title={t("title")}>
      <p className="max-w-prose text-sm text-ink-muted">{t("about")}</p>
      <form action={send} key={state?.attempt} className="mt-3" noValidate>
        <input type="hidden" name="version" value={view.version} />
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-3">
          {NOTIFICATION_LIMITS.map((limit) => (
            <TextField
              key={limit}
              type="number"
              inputMode="numeric"
              {...LIMIT_RANGES[limit]}
              step={1}
              required
              label={t(`limit.${limit}`)}
              name={limit}
              defaultValue={valueOf(limit)}
              hint={t("default", { n: view.defaults[limit] })}
              error={wrong === limit ? t("outOfRange", LIMIT_RANGES[limit]) : undefined}
            />
          ))}
        </div>
        {view.changedBy !== null && (
          <p className="mt-3 text-sm text-ink-muted">
            {t("changedBy", { name: view.changedBy.name })} · <Age iso={view.changedBy.at} />
          </p>
        )}
        <div className="mt-3 space-y-3">
          {begun.version !== view.version && outcome?.kind !== "saved" && (
            <Notice tone="warning" role="alert" title={t("changedWhileTyping")} />
          )}
          {isLost && <LostResponseNotice />}
          {outcome?.kind === "saved" && <Notice tone="success" role="status" title={t("saved")} />}
          {outcome?.kind === "signed_out" && <SignedOut />}
          {problem !== null && <Notice tone="danger" role="alert" title={t(problem)} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={isSending}>
              {t("save")}
            </Button>
            <Button type="submit" name="do" value="reset" variant="ghost">
              {t("reset")}
            </Button>
          </div>
        </div>
      </form>
    </Panel>
  );
}
