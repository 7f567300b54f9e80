"use client";

import { useTranslations } from "use-intl/react";
import { TestBadge } from "@/components/payments/test-badge";
import { OutsideRefunds } from "@/components/refunds/outside-refunds";
import { RequestRefundText } from "@/components/requests/request-refund-text";
import { CopyableId } from "@/components/ui/copyable-id";
import { Fact, Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { exceedsLeft } from "@/lib/requests/exceeds-left";
import type { RequestRow } from "@/lib/requests/request-views";

/** What is requested and by whom, what is left of the payment, and what became of the refund. */
export function RequestFacts({ request }: { request: RequestRow }) {
  const t = useTranslations("requests");
  const common = useTranslations("common");
  const { amount, requestedAmount, currency, left } = request;
  return (
    <Panel title={t("detail.facts")}>
      {exceedsLeft(request) && (
        <div className="mb-4">
          <Notice tone="warning" title={t("detail.refundedMeanwhile")}>
            <p>{t("exceeds", { left: displayAmount(left ?? "0.00", currency) })}</p>
          </Notice>
        </div>
      )}
      <Facts>
        <Fact name={common("amount")}>
          <Money amount={amount} currency={currency} className="font-semibold" />
          {amount !== requestedAmount && (
            <span className="ml-2 text-sm text-ink-muted">
              {t("detail.first", { amount: displayAmount(requestedAmount, currency) })}
            </span>
          )}{" "}
          <TestBadge isTest={request.isTest} />
        </Fact>
        {left !== null && (
          <Fact name={t("detail.left")}>
            <Money amount={left} currency={currency} />
            <OutsideRefunds outside={request.outside} currency={currency} />
          </Fact>
        )}
        {request.refund !== null && (
          <Fact name={t("detail.refund")}>
            <RequestRefundText refund={request.refund} />
          </Fact>
        )}
        {request.paidLate !== null && (
          <Fact name={t("detail.earlier")}>
            {t(request.paidLate.isTwice ? "detail.refundedTwice" : "detail.paidLate")}{" "}
            <Link
              href={
                request.paidLate.refundId === null
                  ? paths.refundIntent(request.paidLate.intentId)
                  : paths.refund(request.paidLate.refundId)
              }
              className="whitespace-nowrap text-accent underline underline-offset-2"
            >
              {t("viewRefund")}
            </Link>
          </Fact>
        )}
        <Fact name={common("reference")}>
          <Link
            href={paths.payment(request.transactionId, request.reference)}
            className="text-accent underline-offset-2 hover:underline"
          >
            <ForeignText>{request.reference}</ForeignText>
          </Link>
        </Fact>
        <Fact name={common("transactionId")}>
          <CopyableId id={request.transactionId} what={common("transactionId")} />
        </Fact>
        <Fact name={common("reason")}>
          {request.reason === null ? <EmptyValue /> : <ForeignText>{request.reason}</ForeignText>}
        </Fact>
        <Fact name={t("detail.requestedBy")}>
          <ForeignText>{request.requestedBy}</ForeignText>
        </Fact>
        <Fact name={t("detail.requestedAt")}>
          <Time iso={request.requestedAt} />
        </Fact>
      </Facts>
    </Panel>
  );
}
