"use client";

import { useTranslations } from "use-intl/react";
import { Panel } from "@/components/ui/panel";
import { OpenCustomer } from "./open-customer";

type SeenCustomerPanelProps = { transactionId: string; isCustomerKnown: boolean };

/** The customer of a payment at a service that returns no contact: known if the payment was created here (decision 0329). */
export function SeenCustomerPanel({ transactionId, isCustomerKnown }: SeenCustomerPanelProps) {
  const t = useTranslations("payment.contact");
  return (
    <Panel title={t("title")}>
      <p className="text-sm text-ink-muted">{t(isCustomerKnown ? "seen" : "notSeen")}</p>
      {isCustomerKnown && <OpenCustomer transactionId={transactionId} isSeenOnly />}
    </Panel>
  );
}
