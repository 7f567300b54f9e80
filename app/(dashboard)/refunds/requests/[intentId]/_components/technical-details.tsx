import { translator } from "@/components/i18n/server";
import { CopyableId } from "@/components/ui/copyable-id";
import { EmptyValue } from "@/components/ui/empty-value";
import { Fact, Facts } from "@/components/ui/facts";
import { Fold } from "@/components/ui/fold";
import { Time } from "@/components/ui/time";
import type { RefundIntentDetail } from "@/lib/refunds/unknown-refund-views";

/** Ids, and when it was sent. */
export async function TechnicalDetails({ request: { intent, sentAt } }: { request: RefundIntentDetail }) {
  const [t, common] = await Promise.all([translator("refunds"), translator("common")]);
  return (
    <Fold title={t("request.technical")}>
      <Facts>
        <Fact name={common("transactionId")}>
          <CopyableId id={intent.transactionId} what={common("transactionId")} />
        </Fact>
        {intent.refundId !== null && (
          <Fact name={t("request.refundId")}>
            <CopyableId id={intent.refundId} what={common("refundId")} />
          </Fact>
        )}
        <Fact name={t("request.sent")}>
          {sentAt === null ? <EmptyValue>{t("request.notSentYet")}</EmptyValue> : <Time iso={sentAt} />}
        </Fact>
      </Facts>
    </Fold>
  );
}
