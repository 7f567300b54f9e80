"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { loadCancelPanel } from "@/app/(dashboard)/payments/_components/cancel-dialog";
import { PaymentStateCell } from "@/components/payments/payment-state";
import { TestBadge } from "@/components/payments/test-badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { permissionObstacle, type Role } from "@/lib/can";
import { paths } from "@/lib/paths";
import { stateOfStatus } from "@/lib/payments/payment-state";
import type { PaymentDetailView } from "@/lib/payments/payment-detail-view";
import type { PaymentView } from "@/lib/payments/payment-view";
import { CancelledNotice } from "./cancelled-notice";

type AttemptsPanelProps = {
  detail: Pick<PaymentDetailView, "payment" | "records" | "more">;
  role: Role;
  /** The attempt that was cancelled on this page. */
  cancelledId: string | null;
  onCancel: (attempt: PaymentView) => void;
};

/** The attempts to pay the same order, where there are several: another one may have the money. */
export function AttemptsPanel({ detail, role, cancelledId, onCancel }: AttemptsPanelProps) {
  const t = useTranslations("payment.attempts");
  const { records } = detail;
  const here = detail.payment.transactionId;
  if (records.every(({ transactionId }) => transactionId === here)) return null;
  const paid = records.filter(({ status }) => status === "SUCCESS").length;
  return (
    <Panel
      title={t("title")}
      aside={<span className="text-sm text-ink-muted">{t("count", { n: records.length, paid })}</span>}
      className="@container"
    >
      <ol className="divide-y divide-line border-t border-line">
        {records.map((record) => (
          <li key={record.transactionId}>
            {record.transactionId === here ? (
              <div aria-current="page" className={LINE}>
                <Facts attempt={record} isTest={false}>
                  {t("thisOne")}
                </Facts>
              </div>
            ) : (
              <Attempt
                attempt={record}
                isTest={record.isTest && !detail.payment.isTest}
                role={role}
                wasCancelledHere={record.transactionId === cancelledId}
                isLateMoneyReturned={detail.more !== null}
                onCancel={() => onCancel(record)}
              />
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const LINE =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2 text-sm @md:grid-cols-[minmax(0,1fr)_auto_8.5rem]";

type AttemptProps = {
  attempt: PaymentView;
  /** Unlike the payment of the page, which is marked itself. */
  isTest: boolean;
  role: Role;
  wasCancelledHere: boolean;
  isLateMoneyReturned: boolean;
  onCancel: () => void;
};

/** It is refunded on its own page, which shows what is left of it. */
function Attempt({ attempt, isTest, role, wasCancelledHere, isLateMoneyReturned, onCancel }: AttemptProps) {
  const t = useTranslations("payment.attempts");
  const { transactionId, reference, gatewayTransactionId } = attempt;
  const gateway = [attempt.gateway ?? null, gatewayTransactionId].filter((part) => part !== null);
  return (
    <article aria-label={transactionId}>
      <div className={LINE}>
        <Facts attempt={attempt} isTest={isTest}>
          <Link
            data-opens
            href={paths.payment(transactionId, reference)}
            className="touch-target inline-flex items-center font-mono text-[0.8125rem] wrap-anywhere text-accent underline-offset-2 hover:underline"
          >
            {transactionId}
          </Link>
          <span className="block text-xs">
            {gateway.length === 0 ? t("noGateway") : <ForeignText>{gateway.join(" · ")}</ForeignText>}
          </span>
        </Facts>
        {permissionObstacle("cancel_payment", { ...attempt, role }) === null && (
          <Cancel onCancel={onCancel} />
        )}
      </div>
      {wasCancelledHere && attempt.status === "CANCELLED" && (
        <CancelledNotice isLateMoneyReturned={isLateMoneyReturned} />
      )}
    </article>
  );
}

function Facts({
  attempt,
  isTest,
  children,
}: {
  attempt: PaymentView;
  isTest: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        <PaymentStateCell payment={{ ...attempt, state: attempt.state ?? stateOfStatus(attempt.status) }} />
        <TestBadge isTest={isTest} />
      </span>
      <Money amount={attempt.amount} currency={attempt.currency} className="text-right font-semibold" />
      <span className="col-start-1 min-w-0 text-ink-muted">{children}</span>
      <span className="text-right text-xs text-ink-muted">
        <Time iso={attempt.createdAt} />
      </span>
    </>
  );
}

function Cancel({ onCancel }: Pick<AttemptProps, "onCancel">) {
  const t = useTranslations("cancel");
  return (
    <span className="col-span-2 mt-1 @md:col-span-1 @md:col-start-3 @md:row-span-2 @md:row-start-1 @md:mt-0 @md:justify-self-end">
      <Button
        size="sm"
        aria-keyshortcuts="c"
        onPointerEnter={loadCancelPanel}
        onFocus={loadCancelPanel}
        onClick={onCancel}
      >
        {t("button")}
      </Button>
    </span>
  );
}
