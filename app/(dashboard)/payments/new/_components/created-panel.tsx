"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { PaymentLinkPanel } from "@/components/payments/payment-link";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useAddress } from "@/components/ui/page-account";
import { displayAmount } from "@/lib/money";
import type { NewPaymentOutcome } from "@/lib/payments/new-payment-view";
import { paths } from "@/lib/paths";

type Created = Extract<NewPaymentOutcome, { kind: "created" }>;

/** The link to send to the customer. A new form is a full page load, because it needs a new idempotency key. */
export function CreatedPanel({ created }: { created: Created }) {
  const t = useTranslations("createPayment");
  const { reference, transactionId } = created;
  return (
    <div className="space-y-4">
      <Notice
        tone="success"
        role="status"
        title={t("created.title")}
        actions={
          <>
            <Link href={paths.payment(transactionId, reference)} className={buttonClass("primary", "sm")}>
              {t("openPayment")}
            </Link>
            <a href={useAddress(paths.createPayment())} className={buttonClass("secondary", "sm")}>
              {t("another")}
            </a>
          </>
        }
      >
        <p>{t("created.body", { amount: displayAmount(created.amount, created.currency), reference })}</p>
      </Notice>
      <PaymentLinkPanel link={created.link} />
    </div>
  );
}
