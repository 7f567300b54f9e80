"use client";

import { CircleCheck, CirclePause, RotateCw } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { Status } from "@/components/ui/status";
import { Age, Time } from "@/components/ui/time";
import { CHAT_KIND_NAMES, type ChannelView } from "@/lib/notifications/chat";
import { timeOf } from "@/lib/notifications/email-time";
import { pauseChannelAction, resumeChannelAction, testChannelAction } from "../actions";
import { ChannelNotice } from "./channel-notice";
import { useChannelReason } from "./channel-reason";
import { useEventName } from "./event-name";
import { useChannelChange } from "./use-channel-change";

/** One channel: what it receives, whether it works, and its actions. */
export function ChannelPanel({ channel, onEdit }: { channel: ChannelView; onEdit: () => void }) {
  const t = useTranslations("channels");
  const eventName = useEventName();
  const testing = useChannelChange();
  const pausing = useChannelChange();
  const { id, name, kind, host, end, events, quiet, timeZone, lastSentAt, paused } = channel;
  const outcome = testing.outcome ?? pausing.outcome;
  return (
    <Panel title={<bdi>{name}</bdi>} aside={<ChannelStatus channel={channel} />}>
      <p className="text-sm wrap-anywhere text-ink-muted">
        {CHAT_KIND_NAMES[kind]} · {t("address", { host, end })}
      </p>
      <p className="text-sm text-ink-muted">
        {lastSentAt === null ? (
          t("neverSent")
        ) : (
          <>
            {t("lastSent")} <Age iso={lastSentAt} />
          </>
        )}
        {quiet !== null && (
          <>
            {" · "}
            {t("quietTimes", { from: timeOf(quiet.from), until: timeOf(quiet.until), zone: timeZone })}
          </>
        )}
      </p>
      <details className="mt-2 text-sm">
        <summary className="touch-target cursor-pointer">{t("eventCount", { count: events.length })}</summary>
        <ul className="mt-1 list-disc space-y-0.5 pl-5">
          {events.map((event) => (
            <li key={event}>{eventName(event)}</li>
          ))}
        </ul>
      </details>
      <div className="mt-3 grid gap-3">
        <ChannelProblem channel={channel} />
        {outcome !== null && <ChannelNotice outcome={outcome} />}
        <div className="flex flex-wrap gap-2">
          {paused !== null && (
            <Button
              size="sm"
              variant="primary"
              aria-label={t("resumeNamed", { name })}
              busy={pausing.isBusy}
              onClick={() => void pausing.change(() => resumeChannelAction({ id }))}
            >
              {t("resume")}
            </Button>
          )}
          <Button
            size="sm"
            aria-label={t("testNamed", { name })}
            busy={testing.isBusy}
            onClick={() => void testing.change(() => testChannelAction({ id }))}
          >
            {t("test")}
          </Button>
          <Button size="sm" aria-label={t("editNamed", { name })} onClick={onEdit}>
            {t("edit")}
          </Button>
          {paused === null && (
            <Button
              size="sm"
              aria-label={t("pauseNamed", { name })}
              busy={pausing.isBusy}
              onClick={() => void pausing.change(() => pauseChannelAction({ id }))}
            >
              {t("pause")}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

function ChannelStatus({ channel: { paused, retry } }: { channel: ChannelView }) {
  const t = useTranslations("channels");
  if (paused !== null)
    return (
      <Status tone={paused.code === null ? "neutral" : "danger"} icon={CirclePause} word={t("paused")} />
    );
  return retry === null ? (
    <Status tone="success" icon={CircleCheck} word={t("active")} />
  ) : (
    <Status tone="warning" icon={RotateCw} word={t("retrying")} />
  );
}

function ChannelProblem({ channel: { paused, retry } }: { channel: ChannelView }) {
  const t = useTranslations("channels");
  const reason = useChannelReason();
  if (paused !== null) {
    const isFailing = paused.code !== null;
    return (
      <Notice
        tone={isFailing ? "danger" : "info"}
        title={
          <>
            {t(isFailing ? "pausedFailing" : "pausedTitle")}, <Age iso={paused.at} />
          </>
        }
      >
        {paused.code !== null && <p>{reason(paused.code)}</p>}
        <p>{t("missed", { count: paused.missed })}</p>
      </Notice>
    );
  }
  if (retry === null) return null;
  return (
    <Notice tone="warning" title={t("retryTitle")}>
      <p>
        {t("retryBody", { reason: reason(retry.code) })} <Time iso={retry.at} />
      </p>
    </Notice>
  );
}
