"use client";

import {
  Ban,
  Banknote,
  CircleCheck,
  CircleDot,
  CircleX,
  Link2,
  LogOut,
  MessageSquareReply,
  TriangleAlert,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { ForeignText, Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import type { RequestTimelineKind, TimelineEntry } from "@/lib/payments/payment-detail-view";
import { paths } from "@/lib/paths";

const REQUEST_MARK = { icon: MessageSquareReply, mark: "text-accent" };

const MANUAL_MARK = { icon: Banknote, mark: "text-ink-muted" };

const MARKS: Record<TimelineEntry["kind"], { icon: LucideIcon; mark: string }> = {
  initiated: { icon: CircleDot, mark: "text-accent" },
  link_issued: { icon: Link2, mark: "text-accent" },
  succeeded: { icon: CircleCheck, mark: "text-success" },
  failed: { icon: CircleX, mark: "text-danger" },
  dropped: { icon: LogOut, mark: "text-ink-muted" },
  cancelled: { icon: Ban, mark: "text-ink-muted" },
  link_closed: { icon: Ban, mark: "text-ink-muted" },
  charge_mismatch: { icon: TriangleAlert, mark: "text-warning" },
  late_success_reversed: { icon: TriangleAlert, mark: "text-warning" },
  second_charge_reversed: { icon: TriangleAlert, mark: "text-warning" },
  reversal_succeeded: { icon: Undo2, mark: "text-success" },
  reversal_failed: { icon: TriangleAlert, mark: "text-danger" },
  reversal_failed_late: { icon: TriangleAlert, mark: "text-danger" },
  reversal_succeeded_late: { icon: TriangleAlert, mark: "text-danger" },
  refund_requested: { icon: Undo2, mark: "text-accent" },
  refund_succeeded: { icon: CircleCheck, mark: "text-success" },
  refund_failed: { icon: CircleX, mark: "text-danger" },
  refund_not_sent: { icon: TriangleAlert, mark: "text-warning" },
  refund_failed_late: { icon: TriangleAlert, mark: "text-danger" },
  refund_succeeded_late: { icon: TriangleAlert, mark: "text-danger" },
  charge_missing: { icon: TriangleAlert, mark: "text-danger" },
  charge_found: { icon: CircleCheck, mark: "text-success" },
  dispute_opened: { icon: TriangleAlert, mark: "text-warning" },
  charged_back: { icon: TriangleAlert, mark: "text-danger" },
  dispute_won: { icon: CircleCheck, mark: "text-success" },
  dispute_closed: { icon: TriangleAlert, mark: "text-warning" },
  request_requested: REQUEST_MARK,
  request_question: REQUEST_MARK,
  request_answer: REQUEST_MARK,
  request_amount: REQUEST_MARK,
  request_accepted: REQUEST_MARK,
  request_declined: REQUEST_MARK,
  request_withdrawn: REQUEST_MARK,
  manual_recorded: MANUAL_MARK,
  manual_confirmed: MANUAL_MARK,
  manual_declined: MANUAL_MARK,
  manual_withdrawn: MANUAL_MARK,
  manual_void_proposed: { icon: Banknote, mark: "text-warning" },
  manual_voided: { icon: Banknote, mark: "text-warning" },
  other: { icon: CircleDot, mark: "text-ink-muted" },
};

const EXPLAINED: ReadonlySet<string> = new Set(["failed", "dropped", "charge_mismatch"]);

type TimelineEventProps = {
  entry: TimelineEntry;
  currency: string;
  /** The page's banner says why it was not paid, so the timeline only says when. */
  isEndExplained: boolean;
};

/** One event, with what it means for the money. */
export function TimelineEvent({ entry, currency, isEndExplained }: TimelineEventProps) {
  const t = useTranslations("payment.timeline");
  const { icon: Icon, mark } = MARKS[entry.kind];
  const isExplained = isEndExplained && EXPLAINED.has(entry.kind);
  const by = entry.request?.by ?? entry.manual?.by;
  const amount = entry.amount === null ? "" : displayAmount(entry.amount, currency);
  return (
    <>
      <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", mark)} />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="min-w-0 font-medium wrap-anywhere">
            {entry.kind === "other" ? (
              <ForeignText>{entry.word}</ForeignText>
            ) : by === undefined ? (
              t(entry.kind, { amount })
            ) : (
              <Sentence>{t(entry.kind, { amount, person: by })}</Sentence>
            )}
          </p>
          <span className="text-xs text-ink-muted">
            <Time iso={entry.at} />
          </span>
        </div>
        {entry.request !== undefined && (
          <p className="text-sm">
            <Link
              href={paths.request(entry.request.requestId)}
              className="text-accent underline-offset-2 hover:underline"
            >
              {t("viewRequest")}
            </Link>
          </p>
        )}
        {!isExplained && !isRequest(entry.kind) && (
          <p className="max-w-prose text-sm text-ink-muted">
            {entry.cause !== null && <>{t(`cause.${entry.cause}`)} </>}
            {t(`${entry.kind}Means`)}
          </p>
        )}
        {entry.refundId !== null && (
          <p className="text-sm">
            <Link
              href={paths.refund(entry.refundId)}
              className="wrap-anywhere text-accent underline-offset-2 hover:underline"
            >
              {t("refund", { id: entry.refundId })}
            </Link>
          </p>
        )}
        {entry.detail.length > 0 && <ServiceDetail detail={entry.detail} />}
      </div>
    </>
  );
}

function ServiceDetail({ detail }: { detail: TimelineEntry["detail"] }) {
  const t = useTranslations("payment.timeline");
  return (
    <details className="mt-1 text-xs text-ink-muted">
      <summary className="w-fit rounded-sm py-1 hover:text-ink">{t("serviceDetail")}</summary>
      <dl className="mt-1 grid gap-x-3 gap-y-0.5 sm:grid-cols-[auto_minmax(0,1fr)]">
        {detail.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="font-mono">{name}</dt>
            <dd className="min-w-0 text-ink">
              <ForeignText>{value}</ForeignText>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function isRequest(kind: TimelineEntry["kind"]): kind is RequestTimelineKind {
  return kind.startsWith("request_");
}
