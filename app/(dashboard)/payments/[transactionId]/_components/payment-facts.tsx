"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { MethodName } from "@/components/payments/method-name";
import { CopyableId } from "@/components/ui/copyable-id";
import { Panel } from "@/components/ui/panel";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { PaymentMore } from "@/lib/payments/payment-detail-view";
import type { PaymentView } from "@/lib/payments/payment-view";

type PaymentFactsProps = {
  payment: PaymentView;
  /** Null where the service has no more of it. */
  more: PaymentMore | null;
  /** How many the reference has. */
  attempts: number;
};

/** Its ids, and the data that it was created with. Empty fields are left out: most merchants send few. */
export function PaymentFacts({ payment, more, attempts }: PaymentFactsProps) {
  const t = useTranslations("payment");
  const common = useTranslations("common");
  return (
    <Panel title={t("facts.title")}>
      <SideFacts>
        <Id name={common("transactionId")} id={payment.transactionId} />
        {payment.gatewayTransactionId !== null && (
          <Id name={t("facts.gatewayId")} id={payment.gatewayTransactionId} />
        )}
        <Fact name={t("facts.created")}>
          <Time iso={payment.createdAt} />
        </Fact>
        {more !== null && (
          <>
            {more.completedAt !== null && (
              <Fact name={t("facts.ended")}>
                <Time iso={more.completedAt} />
              </Fact>
            )}
            <Fact name={common("gateway")}>
              {more.gateway === null ? <EmptyValue>{t("notAssigned")}</EmptyValue> : more.gateway}
            </Fact>
            <MoreFacts more={more} isOpen={payment.status === "INITIATED"} hasOthers={attempts > 1} />
          </>
        )}
      </SideFacts>
    </Panel>
  );
}

/** An id in the whole width, so that most are in one line. */
function Id({ name, id }: { name: string; id: string }) {
  return (
    <div className="text-sm">
      <dt className="text-ink-muted">{name}</dt>
      <dd>
        <CopyableId id={id} what={name} />
      </dd>
    </div>
  );
}

function MoreFacts({ more, isOpen, hasOthers }: { more: PaymentMore; isOpen: boolean; hasOthers: boolean }) {
  const t = useTranslations("payment");
  const texts = [
    ["facts.scheme", more.cardScheme],
    ["facts.bank", more.issuingBank],
    ["facts.surl", more.surl],
    ["facts.furl", more.furl],
  ] as const;
  return (
    <>
      {more.requestedMethod !== null && more.requestedMethod !== more.paidMethod && (
        <Fact name={t("facts.requestedMethod")}>
          <MethodName code={more.requestedMethod} />
        </Fact>
      )}
      {more.paidMethod !== null && (
        <Fact name={t("facts.paidMethod")}>
          <MethodName code={more.paidMethod} />
        </Fact>
      )}
      {hasOthers && <Fact name={t("facts.attempt")}>{more.attempt}</Fact>}
      {isOpen && (
        <Fact name={t("facts.payableUntil")}>
          <Time iso={more.expiresAt} />
        </Fact>
      )}
      {texts.map(([name, value]) =>
        value === null ? null : (
          <Fact key={name} name={t(name)}>
            <ForeignText>{value}</ForeignText>
          </Fact>
        ),
      )}
    </>
  );
}

/** Only the fields that the merchant filled in. */
export function UdfPanel({ udf }: { udf: PaymentView["udf"] }) {
  const t = useTranslations("payment");
  const filled = (["udf1", "udf2", "udf3"] as const).flatMap((name) => {
    const value = udf[name];
    return value === null || value === "" ? [] : [{ name, value }];
  });
  if (filled.length === 0) return null;
  return (
    <Panel title={t("udf.title")}>
      <SideFacts>
        {filled.map(({ name, value }) => (
          <Fact key={name} name={name}>
            <ForeignText>{value}</ForeignText>
          </Fact>
        ))}
      </SideFacts>
    </Panel>
  );
}

/** Lines of a name and its value, which fit the narrow column beside the timeline. */
export function SideFacts({ children }: { children: ReactNode }) {
  return <dl className="space-y-1.5">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 text-sm">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
