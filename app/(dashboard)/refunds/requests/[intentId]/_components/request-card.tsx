import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { TestBadge } from "@/components/payments/test-badge";
import { RefundFailure } from "@/components/refunds/refund-failure";
import { RefundIntentBadge } from "@/components/refunds/refund-intent-badge";
import { buttonClass } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { hasFailed } from "@/lib/refunds/has-failed";
import { nextStepAfter } from "@/lib/refunds/refund-failure";
import type { RefundIntentDetail } from "@/lib/refunds/unknown-refund-views";

/** What was requested, by whom, and what is known about the outcome. */
export async function RequestCard({
  request,
  mayRefund,
}: {
  request: RefundIntentDetail;
  mayRefund: boolean;
}) {
  const t = await translator("refunds");
  const common = await translator("common");
  const { intent, settlement } = request;
  const meaning = intent.state === "RECORDED" ? "SENDING" : intent.state;
  return (
    <div className="min-w-0">
      <div role="status">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Money amount={intent.amount} currency={intent.currency} className="text-2xl font-semibold" />
          {/* The title of the page says that it is unknown. */}
          {intent.state !== "UNKNOWN" && <RefundIntentBadge intent={intent} />}
          <TestBadge isTest={intent.isTest} />
        </p>
        <p className="mt-2 mb-4 max-w-prose text-sm">
          {t(`request.meaning.${meaning}`, { amount: displayAmount(intent.amount, intent.currency) })}
        </p>
      </div>
      <Facts>
        <Fact name={common("reference")}>
          <Link
            href={paths.payment(intent.transactionId, intent.reference)}
            className="text-accent hover:underline"
          >
            <ForeignText>{intent.reference}</ForeignText>
          </Link>
        </Fact>
        {intent.reason !== null && (
          <Fact name={common("reason")}>
            <ForeignText>{intent.reason}</ForeignText>
          </Fact>
        )}
        <Fact name={t("request.requested")}>
          <bdi>{intent.requestedBy}</bdi>, <Time iso={intent.requestedAt} />
        </Fact>
        {request.answeredAt !== null && (
          <Fact name={t("request.answered")}>
            <Time iso={request.answeredAt} />
          </Fact>
        )}
        {settlement !== null && (
          <Fact name={t("request.settledTitle")}>
            {t(`request.verdicts.${settlement.verdict}`)}{" "}
            <span className="text-ink-muted">
              <bdi>{t("request.settledBy", { person: settlement.by })}</bdi> <Time iso={settlement.at} />
            </span>
            <p className="text-ink-muted">
              <ForeignText>{settlement.reason}</ForeignText>
            </p>
          </Fact>
        )}
      </Facts>
      {intent.state === "REFUSED" && intent.message !== null && (
        <p className="mt-3 text-sm wrap-anywhere">{common("serviceSaid", { words: intent.message })}</p>
      )}
      {intent.failure !== null && !intent.wasPaidLate && (
        <p className="mt-3 text-sm wrap-anywhere">
          <RefundFailure failure={intent.failure} isOpen={false} />
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {intent.refundId !== null && (
          <Link href={paths.refund(intent.refundId)} className={buttonClass("primary", "sm")}>
            {t("request.follow")}
          </Link>
        )}
        {hasFailed(intent) && mayRefund && nextStepAfter(intent.failure) === "again" && (
          <Link
            href={paths.refundForm({ ...intent, again: intent.refundId ?? intent.intentId })}
            className={buttonClass("secondary", "sm")}
          >
            {t("request.again")}
          </Link>
        )}
      </p>
    </div>
  );
}
