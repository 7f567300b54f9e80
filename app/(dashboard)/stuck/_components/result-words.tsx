"use client";

import { Ban, CircleHelp, CircleMinus, LoaderCircle, TriangleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { Time } from "@/components/ui/time";
import type { RowState } from "./row-result";

type Ended = Extract<RowState, { kind: "ended" }>;

/** What came of one row: an icon, and words that say what it means for the money. */
export function ResultWords({ state }: { state: RowState }) {
  const t = useTranslations("stuck.run");
  switch (state.kind) {
    case "waiting":
      return <Line icon={CircleMinus} tone="text-ink-muted" words={t("waiting")} />;
    case "sending":
      return <Line icon={LoaderCircle} tone="text-accent" words={t("sending")} spins />;
    case "ended":
      return <EndedWords {...state} />;
  }
}

function EndedWords({ outcome, paidAt }: Ended) {
  const t = useTranslations("stuck.result");
  switch (outcome.kind) {
    case "cancelled":
      return <Line icon={Ban} tone="text-success" words={t("cancelled")} />;
    case "already_processed": {
      const { status, isLatest } = outcome.payment;
      if (status === "SUCCESS") {
        return (
          <Line
            icon={TriangleAlert}
            tone="text-warning"
            words={
              <>
                {paidAt === null ? t("paid") : t.rich("paidAt", { time: () => <Time iso={paidAt} /> })}{" "}
                {isLatest ? t("paidNext") : t("newerMaybe")}
              </>
            }
          />
        );
      }
      if (!isLatest) return <Line icon={TriangleAlert} tone="text-warning" words={t("newerMaybe")} />;
      const words = status === "CANCELLED" ? t("alreadyCancelled") : t("ended", { status });
      return <Line icon={CircleMinus} tone="text-ink-muted" words={words} />;
    }
    case "not_latest":
      return <Kept words={t("notLatest", { id: outcome.latestTransactionId })} />;
    case "not_found":
      return <Kept words={t("notFound")} />;
    case "refused":
      return <Kept words={t("refused", { words: outcome.message })} />;
    case "unknown":
      return <Line icon={CircleHelp} tone="text-warning" words={t("unknown")} />;
    case "not_sent":
      return <Kept words={t(NOT_SENT[outcome.trouble.kind])} />;
    case "not_recorded":
      return <Kept words={t("notRecorded")} />;
    case "not_tried":
      return <Line icon={CircleMinus} tone="text-ink-muted" words={t("notTried")} />;
    case "forbidden":
      return <Kept words={t("forbidden")} />;
    case "signed_out":
      return <Kept words={t("signedOut")} />;
  }
}

const NOT_SENT = { unavailable: "unavailable", busy: "busy", key_refused: "keyRefused" } as const;

function Kept({ words }: { words: string }) {
  return <Line icon={TriangleAlert} tone="text-warning" words={words} />;
}

type LineProps = { icon: LucideIcon; tone: string; words: ReactNode; spins?: boolean };

function Line({ icon: Icon, tone, words, spins = false }: LineProps) {
  return (
    <p className="mt-1 flex items-start gap-1.5 text-xs text-ink">
      <Icon aria-hidden className={cx("mt-px size-3.5 shrink-0", tone, spins && "animate-spin")} />
      <span className="min-w-0 wrap-anywhere">{words}</span>
    </p>
  );
}
