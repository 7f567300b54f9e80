import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { TestBadge } from "@/components/payments/test-badge";
import { RefundFailure } from "@/components/refunds/refund-failure";
import { RefundIntentBadge } from "@/components/refunds/refund-intent-badge";
import { buttonClass } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/copyable-id";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { EmptyValue } from "@/components/ui/empty-value";
import { ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
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
    <div className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4 sm:px-5">
        <div role="status" className="flex min-w-0 grow basis-80 flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <RefundIntentBadge intent={intent} />
          <TestBadge isTest={intent.isTest} />
          <span className="min-w-0 basis-full text-sm text-ink-muted">
            {t(`request.meaning.${meaning}`, { amount: displayAmount(intent.amount, intent.currency) })}
          </span>
        </div>
        <Money amount={intent.amount} currency={intent.currency} className="ml-auto text-xl font-semibold" />
      </div>
      <div className="mt-4 border-t border-line px-4 py-4 sm:px-5">
        <Facts>
          <Fact name={common("reference")}>
            <Link
              href={paths.payment(intent.transactionId, intent.reference)}
              className="text-accent hover:underline"
            >
              <ForeignText>{intent.reference}</ForeignText>
            </Link>
          </Fact>
          <Fact name={common("transactionId")}>
            <CopyableId id={intent.transactionId} what={common("transactionId")} />
          </Fact>
          <Fact name={t("request.requested")}>
            <Time iso={intent.requestedAt} />{" "}
            <span className="text-ink-muted">
              <Age iso={intent.requestedAt} /> <bdi>{common("by", { person: intent.requestedBy })}</bdi>
            </span>
          </Fact>
          <Fact name={t("request.sent")}>
            {request.sentAt === null ? (
              <EmptyValue>{t("request.notSentYet")}</EmptyValue>
            ) : (
              <Time iso={request.sentAt} />
            )}
          </Fact>
          {request.answeredAt !== null && (
            <Fact name={t("request.answered")}>
              <Time iso={request.answeredAt} />
            </Fact>
          )}
          {intent.reason !== null && (
            <Fact name={common("reason")}>
              <ForeignText>{intent.reason}</ForeignText>
            </Fact>
          )}
          {intent.refundId !== null && (
            <Fact name={t("request.refundId")}>
              <CopyableId id={intent.refundId} what={common("refundId")} />
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
    </div>
  );
}
