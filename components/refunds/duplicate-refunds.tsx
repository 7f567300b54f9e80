"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { RunName } from "@/components/bulk/run-name";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { DuplicateRefund, LikelyDuplicateRefund } from "@/lib/duplicate-refunds";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";

type DuplicateRefundsProps = {
  found: Omit<LikelyDuplicateRefund, "kind">;
  title?: string;
  /** What to do when it is the same refund. */
  next: string;
  /** The checkbox that confirms a separate refund. */
  children?: ReactNode;
};

/** All the refunds that a new one may duplicate, because a confirmation covers what was shown: amount, who, when, status, link. */
export function DuplicateRefunds({ found, title, next, children }: DuplicateRefundsProps) {
  const t = useTranslations("duplicateRefund");
  const { duplicates } = found;
  return (
    <Notice tone="warning" role="alert" title={title ?? t("title")}>
      <p>
        {duplicates.some(({ kind }) => kind === "same_transfer")
          ? t("foundTransfer")
          : t("found", { n: duplicates.length })}
      </p>
      <ul className="max-h-72 list-disc space-y-1 overflow-y-auto pl-4">
        {duplicates.map((duplicate) => (
          <li key={duplicate.intentId}>
            <Duplicate duplicate={duplicate} amount={amountOf(duplicate, found)} />
          </li>
        ))}
      </ul>
      <p>{next}</p>
      {children}
    </Notice>
  );
}

/** The amount may be another one if the duplicate was paid late, or is the same transfer. */
function amountOf(duplicate: DuplicateRefund, { amount, currency }: DuplicateRefundsProps["found"]): string {
  if (duplicate.kind === "refunded_outside") return displayAmount(duplicate.amount, currency);
  if (duplicate.kind === "same_transfer") return displayAmount(duplicate.amount, duplicate.currency);
  return displayAmount(
    duplicate.kind === "refunded_before" ? (duplicate.amount ?? amount) : amount,
    currency,
  );
}

function Duplicate({ duplicate, amount }: { duplicate: DuplicateRefund; amount: string }) {
  const t = useTranslations("duplicateRefund");
  const { by, at } = duplicate;
  const subject = subjectOf(duplicate);
  return (
    <>
      {t.rich("item", {
        amount,
        person: () => <ForeignText>{by}</ForeignText>,
        time: () => <Time iso={at} />,
      })}
      <br />
      <State duplicate={duplicate} /> {/* The link opens a new tab, so that the form keeps its input. */}
      <Link
        href={subject.href}
        target="_blank"
        className="whitespace-nowrap text-accent underline underline-offset-2"
      >
        {t(`see.${subject.kind}`)}
      </Link>
    </>
  );
}

function State({ duplicate }: { duplicate: DuplicateRefund }) {
  const t = useTranslations("duplicateRefund");
  const status = useTranslations("common.refundStatusName");
  switch (duplicate.kind) {
    case "refunded_before":
      return duplicate.wasPaidLate ? (
        t("paidLate")
      ) : (
        <span title={duplicate.status}>{status(duplicate.status)}</span>
      );
    case "in_bulk_run": {
      const name = () => <RunName run={duplicate.run} />;
      return t.rich(duplicate.isAwaitingApproval ? "inRunAwaiting" : "inRun", { name });
    }
    case "request_waits":
      return t("waits");
    case "returned_manually":
      return t(duplicate.isWaiting ? "manualWaits" : "manual");
    case "same_transfer":
      return t.rich(duplicate.isWaiting ? "sameTransferWaits" : "sameTransfer", {
        payment: () => <ForeignText>{duplicate.reference}</ForeignText>,
      });
    case "refunded_outside":
      return t("outside");
  }
}

type Subject = { kind: "refund" | "refusal" | "run" | "request" | "manual" | "payment"; href: string };

function subjectOf(duplicate: DuplicateRefund): Subject {
  switch (duplicate.kind) {
    case "refunded_before":
      return { kind: "refund", href: paths.refund(duplicate.refundId) };
    case "in_bulk_run":
      return { kind: "run", href: paths.bulkRun(duplicate.runId) };
    case "request_waits":
      return { kind: "request", href: paths.approval(duplicate.intentId) };
    case "returned_manually":
      return { kind: "manual", href: paths.manualRefunds({ tab: "all" }) };
    case "same_transfer":
      return { kind: "payment", href: paths.payment(duplicate.transactionId, duplicate.reference) };
    case "refunded_outside":
      return { kind: "refusal", href: paths.refundIntent(duplicate.intentId) };
  }
}
