"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import type { FailureView, PaymentDetailView } from "@/lib/payments/payment-detail-view";
import type { PaymentView } from "@/lib/payments/payment-view";
import { paths } from "@/lib/paths";

/** Why the payment was not paid and what support tells the customer: said once, above everything else (0312). */
export function FailureBanner({ failure, detail }: { failure: FailureView; detail: PaymentDetailView }) {
  const t = useTranslations("payment.failure");
  return (
    <section aria-label={t("label")}>
      <Notice
        tone={detail.payment.status === "FAILURE" ? "danger" : "warning"}
        title={t(`reason.${failure.reason}`)}
      >
        <p>
          <Next failure={failure} detail={detail} />
        </p>
        <GatewayWords failure={failure} />
      </Notice>
    </section>
  );
}

/** An order that another attempt has paid must not be paid again, whatever the reason of this failure. */
function Next({ failure, detail }: { failure: FailureView; detail: PaymentDetailView }) {
  const t = useTranslations("payment.failure");
  const paid = detail.records.find(({ status }) => status === "SUCCESS");
  if (paid !== undefined) return t.rich("paidByOther", { attempt: () => <AttemptLink attempt={paid} /> });
  const open = detail.records.find(({ status }) => status === "INITIATED");
  if (open !== undefined) return t.rich("tryingAgain", { attempt: () => <AttemptLink attempt={open} /> });
  return t(`next.${failure.reason}`);
}

function AttemptLink({ attempt }: { attempt: PaymentView }) {
  return (
    <Link
      href={paths.payment(attempt.transactionId, attempt.reference)}
      className="font-mono text-[0.8125rem] underline underline-offset-2"
    >
      {attempt.transactionId}
    </Link>
  );
}

function GatewayWords({ failure: { code, message } }: { failure: FailureView }) {
  const t = useTranslations("payment.failure");
  if (code === null && message === null) return null;
  return (
    <p className="text-ink-muted">
      {message !== null && (
        <>
          {t("gatewaySaid")} <ForeignText>{message}</ForeignText>{" "}
        </>
      )}
      {code !== null && (
        <>
          {t("code")} <code className="font-mono text-[0.8125rem]">{code}</code>
        </>
      )}
    </p>
  );
}
