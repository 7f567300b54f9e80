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

const EXPLAINED: ReadonlySet<string> = new Set(["dropped", "charge_mismatch"]);

/** Their names say all of it. */
const PLAIN = [
  "initiated",
  "link_issued",
  "succeeded",
  "failed",
  "refund_requested",
  "refund_succeeded",
  "other",
] as const;
type PlainKind = (typeof PLAIN)[number] | RequestTimelineKind;

type TimelineEventProps = {
  entry: TimelineEntry;
  currency: string;
  /** The page's banner says why it was not paid, so the timeline only says when. */
  isEndExplained: boolean;
};

/** One event in one line, with what it means for the money where its name does not say it. */
export function TimelineEvent({ entry, currency, isEndExplained }: TimelineEventProps) {
  const t = useTranslations("payment.timeline");
  const { icon: Icon, mark } = MARKS[entry.kind];
  const isExplained = isEndExplained && EXPLAINED.has(entry.kind);
  return (
    <>
      <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", mark)} />
      <div className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <EventName entry={entry} currency={currency} />{" "}
          {!isExplained && (entry.cause !== null || !isPlain(entry.kind)) && (
            <span className="text-ink-muted">
              {entry.cause !== null && <>{t(`cause.${entry.cause}`)} </>}
              {!isPlain(entry.kind) && t(`${entry.kind}Means`)}
            </span>
          )}
        </p>
        <span className="ml-auto text-xs text-ink-muted">
          <Time iso={entry.at} />
        </span>
      </div>
    </>
  );
}

/** It leads to the refund or the request that it is about. */
export function EventName({ entry, currency }: Pick<TimelineEventProps, "entry" | "currency">) {
  const t = useTranslations("payment.timeline");
  if (entry.kind === "other") return <ForeignText className="font-medium">{entry.word}</ForeignText>;
  const by = entry.request?.by ?? entry.manual?.by;
  const amount = entry.amount === null ? "" : displayAmount(entry.amount, currency);
  const name =
    by === undefined ? (
      t(entry.kind, { amount })
    ) : (
      <Sentence>{t(entry.kind, { amount, person: by })}</Sentence>
    );
  const href =
    entry.request !== undefined
      ? paths.request(entry.request.requestId)
      : entry.refundId !== null
        ? paths.refund(entry.refundId)
        : null;
  if (href === null) return <span className="font-medium">{name}</span>;
  return (
    <Link href={href} className="font-medium text-accent underline-offset-2 hover:underline">
      {name}
    </Link>
  );
}

function isPlain(kind: TimelineEntry["kind"]): kind is PlainKind {
  return kind.startsWith("request_") || PLAIN.some((plain) => plain === kind);
}
