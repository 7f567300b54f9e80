import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { RefundStatusBadge } from "@/components/refunds/refund-status";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { UnknownEvidence } from "@/lib/refunds/unknown-refund-views";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import type { Ctx } from "@/server/dashboard/context";
import { readRefundEvidence } from "@/server/dashboard/refunds/queries/read-refund-evidence";

/** What the service reports now, for and against each outcome. */
export async function EvidencePanel({ ctx, intent }: { ctx: Ctx; intent: RefundIntentView }) {
  const evidence = await readRefundEvidence(ctx, intent.intentId);
  return evidence === null ? null : <Evidence evidence={evidence} currency={intent.currency} />;
}

export async function Evidence({ evidence, currency }: { evidence: UnknownEvidence; currency: string }) {
  const t = await translator("refunds");
  switch (evidence.kind) {
    case "other_service":
      return (
        <Panel title={t("request.nowTitle")}>
          <p className="text-sm">{t("request.notAsked")}</p>
        </Panel>
      );
    case "service_error":
      return <ServiceErrorNotice serviceError={evidence.serviceError} />;
    case "weighed":
      return (
        <Panel title={t("request.nowTitle")}>
          <Candidates candidates={evidence.candidates} currency={currency} />
          <Balance balance={evidence.balance} currency={currency} />
        </Panel>
      );
  }
}

type Weighed = Extract<UnknownEvidence, { kind: "weighed" }>;

async function Candidates({ candidates, currency }: Pick<Weighed, "candidates"> & { currency: string }) {
  const t = await translator("refunds");
  if (candidates === null) return <p className="text-sm">{t("request.noList")}</p>;
  return (
    <div className="text-sm">
      <p>{t("request.candidates", { count: candidates.length })}</p>
      <ul className="mt-1.5 space-y-1.5">
        {candidates.map((refund) => (
          <li key={refund.refundId} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link
              href={paths.refund(refund.refundId)}
              className="min-w-0 font-mono text-[0.8125rem] wrap-anywhere text-accent hover:underline"
            >
              {refund.refundId}
            </Link>
            <RefundStatusBadge status={refund.status} />
            <span className="text-ink-muted">
              {t("request.candidate", { amount: displayAmount(refund.amount, currency) })}{" "}
              <Time iso={refund.requestedAt} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

async function Balance({ balance, currency }: Pick<Weighed, "balance"> & { currency: string }) {
  const t = await translator("refunds");
  if (balance === null) return <p className="mt-2 text-sm">{t("request.noBalance")}</p>;
  return (
    <p className="mt-2 text-sm text-ink-muted tabular-nums">
      {t("request.balance", {
        spent: displayAmount(balance.spent, currency),
        known: displayAmount(balance.known, currency),
        unexplained: displayAmount(balance.unexplained, currency),
      })}
    </p>
  );
}
