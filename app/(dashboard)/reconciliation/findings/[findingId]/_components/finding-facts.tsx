"use client";

import { useTranslations } from "use-intl/react";
import { CopyableId } from "@/components/ui/copyable-id";
import { Fact, Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { FindingView } from "@/lib/reconciliation/views";

/** The money at stake, the record, and since when it is known. */
export function FindingFacts({ finding }: { finding: FindingView }) {
  const t = useTranslations("reconciliation");
  const common = useTranslations("common");
  const reference = finding.merchant_transaction_id;
  return (
    <Panel title={t("finding.about")}>
      <Facts>
        <Fact name={t("finding.stake")}>
          <Money amount={finding.stake_amount} currency={finding.stake_currency} className="font-semibold" />
        </Fact>
        <Fact name={t("finding.record")}>{t(`kind.${finding.record}`)}</Fact>
        {reference !== null && (
          <Fact name={common("reference")}>
            <Link
              href={paths.payment(finding.transaction_id, reference)}
              className="text-accent underline underline-offset-2"
            >
              <ForeignText>{reference}</ForeignText>
            </Link>
          </Fact>
        )}
        <Fact name={common("transactionId")}>
          <CopyableId id={finding.transaction_id} what={common("transactionId")} />
        </Fact>
        {finding.record === "refund" && (
          <Fact name={t("kind.refund")}>
            <Link
              href={paths.refund(finding.record_id)}
              className="font-mono text-xs text-accent underline underline-offset-2"
            >
              {finding.record_id}
            </Link>
          </Fact>
        )}
        {finding.record === "reversal" && (
          <Fact name={t("finding.charge")}>
            <span className="font-mono text-xs wrap-anywhere">{finding.record_id}</span>
          </Fact>
        )}
        <Fact name={t("finding.age")}>
          <Age iso={finding.first_seen_at} />
        </Fact>
        <Fact name={t("finding.firstSeen")}>
          <Time iso={finding.first_seen_at} />
        </Fact>
        <Fact name={t("finding.lastSeen")}>
          <Time iso={finding.last_seen_at} />
        </Fact>
        {finding.closed_at !== null && (
          <Fact name={t("finding.closed")}>
            <Time iso={finding.closed_at} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
