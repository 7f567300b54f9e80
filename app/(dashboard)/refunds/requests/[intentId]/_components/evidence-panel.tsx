import { CircleDashed, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { RefundStatusBadge } from "@/components/refunds/refund-status";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { displayAmount, parseAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { RefundIntentDetail, UnknownEvidence } from "@/lib/refunds/unknown-refund-views";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import type { Ctx } from "@/server/dashboard/context";
import { readRefundEvidence } from "@/server/dashboard/refunds/queries/read-refund-evidence";
import { NextTry } from "./next-try";

type EvidencePanelProps = {
  request: RefundIntentDetail;
  /** What the service reports now. */
  children: ReactNode;
};

/** What was tried to find the outcome, and what speaks for each, in one list. */
export async function EvidencePanel({ request, children }: EvidencePanelProps) {
  const t = await translator("refunds");
  const { resolution, sentAt } = request;
  return (
    <Panel
      title={t("request.evidence")}
      aside={
        resolution !== null &&
        resolution.tries > 0 && <NextTry at={resolution.nextTryAt} tries={resolution.tries} />
      }
    >
      {resolution !== null && resolution.obstacle !== null && (
        <p className="mb-2 max-w-prose text-sm">{t(`request.obstacles.${resolution.obstacle}`)}</p>
      )}
      <ul className="divide-y divide-line-soft text-sm">
        {sentAt !== null && (
          <Row word="noResponse" what={t("request.firstCall")} at={sentAt}>
            {t("request.noUsable")}
          </Row>
        )}
        {resolution === null && <li className="py-2.5 text-ink-muted">{t("request.nothingTried")}</li>}
        {resolution !== null && resolution.resent !== null && (
          <Row word="nothing" what={t("request.resent")} at={resolution.resent.at}>
            {t(`request.resendFindings.${resolution.resent.finding}`)}
          </Row>
        )}
        {resolution !== null && resolution.searched !== null && (
          <Row
            word="nothing"
            what={t(`request.searched.${resolution.searched.means}`)}
            at={resolution.searched.at}
          >
            {t(`request.searchFindings.${resolution.searched.finding}`)}
          </Row>
        )}
        {children}
      </ul>
    </Panel>
  );
}

/** What the service reports now, read when the page is. */
export async function ServiceEvidence({ ctx, intent }: { ctx: Ctx; intent: RefundIntentView }) {
  const evidence = await readRefundEvidence(ctx, intent.intentId);
  return evidence === null ? null : <Evidence evidence={evidence} currency={intent.currency} />;
}

export async function Evidence({ evidence, currency }: { evidence: UnknownEvidence; currency: string }) {
  const t = await translator("refunds");
  switch (evidence.kind) {
    case "other_service":
      return <li className="py-2.5">{t("request.notAsked")}</li>;
    case "service_error":
      return (
        <li className="py-2.5">
          <ServiceErrorNotice serviceError={evidence.serviceError} />
        </li>
      );
    case "weighed":
      return (
        <>
          <Candidates candidates={evidence.candidates} currency={currency} />
          <Balance balance={evidence.balance} currency={currency} />
        </>
      );
  }
}

type Weighed = Extract<UnknownEvidence, { kind: "weighed" }>;

async function Candidates({ candidates, currency }: Pick<Weighed, "candidates"> & { currency: string }) {
  const t = await translator("refunds");
  const what = t("request.listed");
  if (candidates === null)
    return (
      <Row word="nothing" what={what}>
        {t("request.noList")}
      </Row>
    );
  return (
    <Row word={candidates.length === 0 ? "noRefund" : "refund"} what={what}>
      {t("request.candidates", { count: candidates.length })}
      {candidates.map((refund) => (
        <span key={refund.refundId} className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={paths.refund(refund.refundId)}
            className="min-w-0 font-mono text-[0.8125rem] wrap-anywhere text-accent hover:underline"
          >
            {refund.refundId}
          </Link>
          <RefundStatusBadge status={refund.status} />
          <span>
            {t("request.candidate", { amount: displayAmount(refund.amount, currency) })}{" "}
            <Time iso={refund.requestedAt} />
          </span>
        </span>
      ))}
    </Row>
  );
}

async function Balance({ balance, currency }: Pick<Weighed, "balance"> & { currency: string }) {
  const t = await translator("refunds");
  const what = t("request.balanceNow");
  if (balance === null)
    return (
      <Row word="nothing" what={what}>
        {t("request.noBalance")}
      </Row>
    );
  const unexplained = parseAmount(balance.unexplained);
  return (
    <Row word={unexplained.ok && unexplained.value > 0n ? "refund" : "noRefund"} what={what}>
      {t("request.balance", {
        spent: displayAmount(balance.spent, currency),
        known: displayAmount(balance.known, currency),
        unexplained: displayAmount(balance.unexplained, currency),
      })}
    </Row>
  );
}

/** What a piece of evidence says of the outcome. */
const WORDS: Record<"noResponse" | "nothing" | "noRefund" | "refund", { icon: LucideIcon; tone: string }> = {
  noResponse: { icon: CircleDashed, tone: "text-ink-muted" },
  nothing: { icon: CircleDashed, tone: "text-ink-muted" },
  noRefund: { icon: Info, tone: "font-medium text-accent" },
  refund: { icon: Info, tone: "font-medium text-warning" },
};

async function Row({
  word,
  what,
  at,
  children,
}: {
  word: keyof typeof WORDS;
  what: string;
  /** None: now. */
  at?: string;
  children: ReactNode;
}) {
  const t = await translator("refunds");
  const { icon: Icon, tone } = WORDS[word];
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 py-2.5 sm:flex-nowrap">
      <span className={`flex shrink-0 basis-40 items-start gap-1.5 ${tone}`}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t(`request.says.${word}`)}
      </span>
      <span className="order-last min-w-0 grow basis-full text-ink-muted tabular-nums sm:order-none sm:basis-0">
        <span className="font-medium text-ink">{what}</span> {children}
      </span>
      <span className="ml-auto shrink-0 text-ink-muted">
        {at === undefined ? t("request.now") : <Time iso={at} />}
      </span>
    </li>
  );
}
