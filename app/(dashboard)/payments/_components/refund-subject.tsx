"use client";

import { useTranslations } from "use-intl/react";
import { Fact, Facts } from "@/components/ui/facts";
import { CopyableId } from "@/components/ui/copyable-id";
import { ForeignText } from "@/components/ui/text";
import type { PaymentView } from "@/lib/payments/payment-view";
import { PaidTwice } from "./paid-twice";

/** The payment to be refunded, shown in every state of the dialog. */
export function RefundSubject({ payment }: { payment: PaymentView }) {
  const t = useTranslations("refund");
  const tCommon = useTranslations("common");
  return (
    <div className="mb-4">
      <Facts>
        <Fact name={tCommon("reference")}>
          <ForeignText>{payment.reference}</ForeignText>
        </Fact>
        <Fact name={tCommon("transactionId")}>
          <CopyableId id={payment.transactionId} what={t("transactionId")} />
        </Fact>
      </Facts>
      <div className="mt-3">
        <PaidTwice payment={payment} />
      </div>
    </div>
  );
}
