"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { BulkFault } from "@/lib/bulk";
import type { BulkRunName } from "@/lib/bulk/run-name";
import type { PaymentStatus } from "@/lib/contract/statuses";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import { RunName } from "./run-name";

type Words = ReturnType<typeof useTranslations<"bulk">>;

/** What is wrong with a row, what to do about it, and a link to its subject. */
export function FaultText({ fault }: { fault: BulkFault }) {
  const t = useTranslations("bulk");
  const status = useTranslations("common.paymentStatusName");
  const subject = subjectOf(fault);
  return (
    <p className="text-sm text-ink">
      {faultWords(t, fault, (code) => status(code))}
      {subject !== null && (
        <>
          {" "}
          <Link href={subject.href} className="text-accent underline underline-offset-2">
            {t(`fault.see.${subject.kind}`)}
          </Link>
        </>
      )}
    </p>
  );
}

function faultWords(t: Words, fault: BulkFault, nameOf: (status: PaymentStatus) => string): ReactNode {
  switch (fault.kind) {
    case "empty":
    case "bad_character":
      return t(`fault.${fault.kind}`, { column: t(`columnName.${fault.column}`) });
    case "too_long":
      return t("fault.too_long", { column: t(`columnName.${fault.column}`), max: fault.max });
    case "unknown_reason":
    case "reason_missing":
      return t(`fault.${fault.kind}`, {
        valid: fault.valid.map(({ code, name }) => `${name} (${code})`).join(", "),
      });
    case "reason_needs_text":
      return t("fault.reason_needs_text", { code: fault.code });
    case "too_many_cells":
      return t("fault.too_many_cells", { expected: fault.expected, found: fault.found });
    case "same_as_line":
    case "same_payment_as_line":
      return t(`fault.${fault.kind}`, { line: fault.line });
    case "status":
      return t("fault.status", { status: nameOf(fault.status) });
    case "bad_amount":
      return fault.currency === undefined
        ? t("fault.bad_amount")
        : t("fault.noDecimals", { currency: fault.currency });
    case "other_currency":
    case "two_readings":
      return t(`fault.${fault.kind}`, { currency: fault.currency });
    case "exceeds":
    case "exceeds_above":
      return t(`fault.${fault.kind}`, { left: displayAmount(fault.left, fault.currency) });
    case "above_limit": {
      const left = displayAmount(fault.left, fault.currency);
      return t("fault.above_limit", { left, by: fault.by });
    }
    case "reserved":
      if (fault.runId !== null && fault.run !== undefined) {
        return t.rich("fault.reservedByRun", {
          run: () => runLink(fault.runId, fault.run),
          reserved: displayAmount(fault.reserved, fault.currency),
          left: displayAmount(fault.left, fault.currency),
        });
      }
      return t("fault.reserved", {
        holder: fault.runId !== null ? "run" : fault.approvalId !== null ? "approval" : "request",
        reserved: displayAmount(fault.reserved, fault.currency),
        left: displayAmount(fault.left, fault.currency),
      });
    case "in_other_run":
      return fault.run === undefined
        ? t.rich("fault.in_other_run", { by: fault.by, time: () => <Time iso={fault.at} /> })
        : t.rich("fault.inNamedRun", {
            run: () => runLink(fault.runId, fault.run),
            by: fault.by,
            time: () => <Time iso={fault.at} />,
          });
    case "refunded_before":
      if (fault.paidLate !== null)
        return t.rich("fault.paidLate", {
          by: fault.by,
          time: () => <Time iso={fault.at} />,
          amount: displayAmount(fault.paidLate.amount, fault.paidLate.currency),
        });
      return t.rich(`fault.${fault.kind}`, { by: fault.by, time: () => <Time iso={fault.at} /> });
    case "request_waits":
    case "returned_manually":
      return t.rich(`fault.${fault.kind}`, { by: fault.by, time: () => <Time iso={fault.at} /> });
    case "refund_requested":
      return t.rich("fault.refund_requested", {
        by: fault.by,
        time: () => <Time iso={fault.at} />,
        amount: displayAmount(fault.amount, fault.currency),
        kept: keptBy(fault),
        line: fault.fulfilledByLine ?? 0,
        left: fault.leftBeside === undefined ? "" : displayAmount(fault.leftBeside, fault.currency),
      });
    case "request_closed":
      return t("fault.request_closed", { state: fault.state, by: fault.by ?? "" });
    case "not_found":
      if (fault.suggested !== undefined) {
        const { suggested } = fault;
        return t.rich("fault.suggested", {
          reference: () => <ForeignText className="font-medium">{suggested}</ForeignText>,
        });
      }
      return t(fault.isShortened === true ? "fault.shortened" : "fault.not_found");
    case "quotes":
    case "divided_amount":
    case "zero_amount":
    case "other_reference":
    case "several_paid":
    case "not_latest":
    case "newer_may_be_cancelled":
    case "refund_open":
    case "already_cancelled":
    case "stopped":
    case "needs_approval":
    case "own_request":
    case "approved_not_sent":
    case "conflict":
      return t(`fault.${fault.kind}`);
  }
}

/** What keeps a row from fulfilling a request, or from being in addition to it. */
function keptBy({
  fulfilledByLine,
  leftBeside,
}: Extract<BulkFault, { kind: "refund_requested" }>): "line" | "left" | "both" | "no" {
  if (fulfilledByLine === undefined) return leftBeside === undefined ? "no" : "left";
  return leftBeside === undefined ? "line" : "both";
}

/** Every role may open runs. */
function runLink(runId: string, run: BulkRunName | undefined): ReactNode {
  return (
    run !== undefined && (
      <Link href={paths.bulkRun(runId)} className="text-accent underline underline-offset-2">
        <RunName run={run} />
      </Link>
    )
  );
}

/** Where to see more, unless the sentence has the link. */
type Subject = { kind: "run" | "refund" | "request" | "manual"; href: string };

function subjectOf(fault: BulkFault): Subject | null {
  switch (fault.kind) {
    case "in_other_run":
      return fault.run !== undefined ? null : { kind: "run", href: paths.bulkRun(fault.runId) };
    case "refunded_before":
      return fault.refundId === null ? null : { kind: "refund", href: paths.refund(fault.refundId) };
    case "request_waits":
      return { kind: "request", href: paths.approval(fault.approvalId) };
    case "refund_requested":
    case "request_closed":
      return { kind: "request", href: paths.request(fault.requestId) };
    case "returned_manually":
      return { kind: "manual", href: paths.manualRefunds({ tab: "all" }) };
    case "reserved":
      if (fault.runId !== null)
        return fault.run === undefined ? { kind: "run", href: paths.bulkRun(fault.runId) } : null;
      return {
        kind: "request",
        href: fault.approvalId === null ? paths.request(fault.requestId) : paths.approval(fault.approvalId),
      };
    case "empty":
    case "bad_character":
    case "too_long":
    case "unknown_reason":
    case "reason_missing":
    case "reason_needs_text":
    case "too_many_cells":
    case "quotes":
    case "divided_amount":
    case "same_as_line":
    case "same_payment_as_line":
    case "status":
    case "two_readings":
    case "other_currency":
    case "exceeds":
    case "exceeds_above":
    case "above_limit":
    case "bad_amount":
    case "zero_amount":
    case "not_found":
    case "other_reference":
    case "several_paid":
    case "not_latest":
    case "newer_may_be_cancelled":
    case "refund_open":
    case "already_cancelled":
    case "stopped":
    case "needs_approval":
    case "own_request":
    case "approved_not_sent":
    case "conflict":
      return null;
  }
}
