import { Link } from "@/components/ui/link";
import { translator } from "@/components/i18n/server";
import { RefundIntentBadge } from "@/components/refunds/refund-intent-badge";
import { EmptyValue } from "@/components/ui/empty-value";
import { Fact, Facts } from "@/components/ui/facts";
import { Panel } from "@/components/ui/panel";
import { ForeignText, Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { ApprovalView } from "@/lib/approvals/approval-views";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";

type ApprovalEndingProps = { approval: ApprovalView; refund: RefundIntentView | null };

/** Who ended a request, when, with what note, and the outcome. */
export async function ApprovalEnding({ approval, refund }: ApprovalEndingProps) {
  const t = await translator("approvals");
  const common = await translator("common");
  const { state, decidedBy, decidedAt, note, obstacle, obstacleLeft, totals } = approval;
  const left = obstacleLeft === null ? "" : displayAmount(obstacleLeft, totals[0]?.currency ?? "");
  return (
    <Panel title={t("detail.decision")}>
      <Facts>
        <Fact name={t("detail.decidedBy")}>
          {decidedBy === null ? (
            t(state === "WITHDRAWN" ? "detail.withdrawnForRun" : "detail.system")
          ) : (
            <ForeignText>{decidedBy}</ForeignText>
          )}
        </Fact>
        {decidedAt !== null && (
          <Fact name={t("detail.decidedAt")}>
            <Time iso={decidedAt} />
          </Fact>
        )}
        <Fact name={t("decide.note")}>
          {note === null ? <EmptyValue /> : <ForeignText>{note}</ForeignText>}
        </Fact>
        {obstacle !== null && <Fact name={t("state.REFUSED")}>{t(`obstacle.${obstacle}`, { left })}</Fact>}
        {refund !== null && (
          <Fact name={t("detail.refund")}>
            <RefundIntentBadge intent={refund} />
            {refund.message !== null && (
              <p className="mt-1">
                <Sentence>{common("serviceSaid", { words: refund.message })}</Sentence>
              </p>
            )}
            {refund.refundId !== null && (
              <p className="mt-1">
                <Link
                  href={paths.refund(refund.refundId)}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {t("detail.follow")}
                </Link>
              </p>
            )}
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
