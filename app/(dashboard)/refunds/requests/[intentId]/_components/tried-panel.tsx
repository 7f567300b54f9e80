"use client";

import { useTranslations } from "use-intl/react";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { useDuration } from "@/components/ui/use-duration";
import { useNow } from "@/components/ui/use-now";
import type { RefundIntentDetail } from "@/lib/refunds/unknown-refund-views";

/** What was tried to find the outcome, and when the next try is. */
export function TriedPanel({ request }: { request: RefundIntentDetail }) {
  const t = useTranslations("refunds.request");
  const { resolution, sentAt } = request;
  return (
    <Panel
      title={t("triedTitle")}
      aside={
        resolution !== null &&
        resolution.tries > 0 && <NextTry at={resolution.nextTryAt} tries={resolution.tries} />
      }
    >
      <ol className="space-y-1.5 text-sm">
        {sentAt !== null && (
          <li>
            <Time iso={sentAt} /> <span className="text-ink-muted">{t("firstCall")}</span>
          </li>
        )}
        {resolution === null && <li className="text-ink-muted">{t("nothingTried")}</li>}
        {resolution !== null && resolution.resent !== null && (
          <li>
            <Time iso={resolution.resent.at} />{" "}
            <span className="text-ink-muted">
              {t("resent")}: {t(`resendFindings.${resolution.resent.finding}`)}
            </span>
          </li>
        )}
        {resolution !== null && resolution.searched !== null && (
          <li>
            <Time iso={resolution.searched.at} />{" "}
            <span className="text-ink-muted">
              {t(`searched.${resolution.searched.means}`)}:{" "}
              {t(`searchFindings.${resolution.searched.finding}`)}
            </span>
          </li>
        )}
        {resolution !== null && resolution.obstacle !== null && (
          <li className="max-w-prose">{t(`obstacles.${resolution.obstacle}`)}</li>
        )}
      </ol>
    </Panel>
  );
}

/** Ticks, so it is outside every live region. */
function NextTry({ at, tries }: { at: string | null; tries: number }) {
  const t = useTranslations("refunds.request");
  const nowMs = useNow();
  const duration = useDuration();
  const summary = t("tries", { count: tries });
  if (at === null || nowMs === null) return <p className="text-sm text-ink-muted">{summary}</p>;
  const leftMs = Date.parse(at) - nowMs;
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      {summary} ·{" "}
      {leftMs <= 0 ? t("nextNow") : t("next", { time: duration(Math.ceil(leftMs / 1_000) * 1_000) })}
    </p>
  );
}
