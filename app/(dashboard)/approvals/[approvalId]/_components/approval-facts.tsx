import { Link } from "@/components/ui/link";
import { RunName } from "@/components/bulk/run-name";
import { translator } from "@/components/i18n/server";
import { TestRowsBadge } from "@/components/payments/test-badge";
import { CopyableId } from "@/components/ui/copyable-id";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { EmptyValue } from "@/components/ui/empty-value";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { ApprovalTotalView, ApprovalView } from "@/lib/approvals/approval-views";
import type { BulkReview } from "@/lib/bulk/review";
import { displayAmount, parseAmount } from "@/lib/money";
import { paths } from "@/lib/paths";

/** What was requested, by whom, and the threshold applied. */
export async function ApprovalFacts({
  approval,
  review,
}: {
  approval: ApprovalView;
  /** What a bulk run would refund; null for a single refund. */
  review: BulkReview | null;
}) {
  const t = await translator("approvals");
  const common = await translator("common");
  const { subject, totals } = approval;
  return (
    <Panel title={t("detail.facts")}>
      <Facts>
        {totals.map(({ amount, currency }) => (
          <Fact key={currency} name={totals.length === 1 ? common("amount") : currency}>
            <Money amount={amount} currency={currency} className="font-semibold" />{" "}
            <TestRowsBadge testRows={approval.testRows} rowCount={approval.rowCount} />
          </Fact>
        ))}
        {subject.kind === "refund" ? (
          <>
            <Fact name={common("reference")}>
              <Link
                href={paths.payment(subject.transactionId, subject.reference)}
                className="text-accent underline-offset-2 hover:underline"
              >
                <ForeignText>{subject.reference}</ForeignText>
              </Link>
            </Fact>
            <Fact name={common("transactionId")}>
              <CopyableId id={subject.transactionId} what={common("transactionId")} />
            </Fact>
            <Fact name={t("detail.reason")}>
              {subject.reason === null ? (
                <EmptyValue>{t("detail.noReason")}</EmptyValue>
              ) : (
                <ForeignText>{subject.reason}</ForeignText>
              )}
            </Fact>
          </>
        ) : (
          <>
            <Fact name={t("detail.run")}>
              <Link
                href={paths.bulkRun(subject.runId)}
                className="text-accent underline-offset-2 hover:underline"
              >
                <RunName run={subject.run} />
              </Link>
            </Fact>
            <Fact name={t("detail.rows")}>
              {review === null
                ? approval.rowCount
                : t("detail.rowsOfPayments", { n: approval.rowCount, payments: review.paymentCount })}
              {review !== null && review.rowCount !== approval.rowCount && (
                <p className="text-warning">{t("review.changed", { n: review.rowCount })}</p>
              )}
            </Fact>
          </>
        )}
        <Fact name={t("detail.requestedBy")}>
          <bdi>
            {t("detail.requester", {
              person: approval.requestedBy,
              role: approval.requestedRoleName ?? common(`role.${approval.requestedRole}`),
            })}
          </bdi>
        </Fact>
        {approval.fulfils !== null && (
          <Fact name={t("detail.fulfils")}>
            <Link
              href={paths.request(approval.fulfils.requestId)}
              className="text-accent underline-offset-2 hover:underline"
            >
              <bdi>{t("detail.requestOf", { person: approval.fulfils.by })}</bdi>
            </Link>
          </Fact>
        )}
        <Fact name={t("detail.requestedAt")}>
          <Time iso={approval.requestedAt} />
        </Fact>
        <Fact name={t("detail.expiresAt")}>
          <Time iso={approval.expiresAt} />
        </Fact>
        <Fact name={t("detail.whyApproval")}>
          {totals.map((total) => (
            <p key={total.currency}>{thresholdWords(total, t)}</p>
          ))}
        </Fact>
      </Facts>
    </Panel>
  );
}

type Translate = Awaited<ReturnType<typeof translator<"approvals">>>;

function thresholdWords({ amount, currency, threshold, counted }: ApprovalTotalView, t: Translate): string {
  if (threshold === null) {
    return t("detail.evaluatedTotal", { amount: displayAmount(amount, currency), currency });
  }
  const before = parseAmount(counted);
  const hasBefore = before.ok && before.value > 0n;
  const limit = displayAmount(threshold, currency);
  return hasBefore
    ? t("detail.thresholdCounted", { threshold: limit, counted: displayAmount(counted, currency) })
    : t("detail.thresholdAbove", { threshold: limit });
}
