"use client";

import { useTranslations } from "use-intl/react";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { EmptyValue, Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { FindingView } from "@/lib/reconciliation/views";

type Side = FindingView["here"];

/** The record as it is here and at its gateway; on a phone too, because what differs is seen only side by side. */
export function SideBySide({ finding }: { finding: FindingView }) {
  const t = useTranslations("reconciliation");
  return (
    <div className="grid grid-cols-2 gap-2 sm:gap-4">
      <Panel title={t("finding.here")}>
        <SideFacts side={finding.here} other={finding.there} />
      </Panel>
      <Panel title={<Sentence>{t("finding.there", { gateway: finding.gateway })}</Sentence>}>
        {finding.there === null ? (
          <div className="space-y-1 text-sm">
            <p className="font-semibold text-danger">{t("finding.noRecord")}</p>
            {finding.there_note !== null && (
              <p className="text-ink-muted">
                <Sentence>{t("finding.said", { words: finding.there_note })}</Sentence>
              </p>
            )}
          </div>
        ) : (
          <SideFacts side={finding.there} other={finding.here} />
        )}
      </Panel>
    </div>
  );
}

function SideFacts({ side, other }: { side: Side; other: Side | null }) {
  const t = useTranslations("reconciliation");
  const common = useTranslations("common");
  const differs = (name: "status" | "amount" | "currency"): boolean =>
    other !== null && side[name] !== null && other[name] !== null && side[name] !== other[name];
  const mark = (isDifferent: boolean): string => (isDifferent ? "font-semibold text-danger" : "");
  return (
    <Facts>
      <Fact name={t("finding.status")}>
        <code className={`font-mono text-xs ${mark(differs("status"))}`}>{side.status}</code>
      </Fact>
      <Fact name={common("amount")}>
        {side.amount === null ? (
          <span className="text-ink-muted">{t("finding.notReported")}</span>
        ) : (
          <Money
            amount={side.amount}
            currency={side.currency ?? null}
            className={mark(differs("amount") || differs("currency"))}
          />
        )}
      </Fact>
      <Fact name={t("finding.gatewayId")}>
        {side.gateway_id === null ? (
          <EmptyValue />
        ) : (
          <span className="font-mono text-xs wrap-anywhere">{side.gateway_id}</span>
        )}
      </Fact>
      {side.created_at !== null && (
        <Fact name={t("finding.created")}>
          <Time iso={side.created_at} />
        </Fact>
      )}
      {side.ended_at !== null && (
        <Fact name={t("finding.ended")}>
          <Time iso={side.ended_at} />
        </Fact>
      )}
    </Facts>
  );
}
