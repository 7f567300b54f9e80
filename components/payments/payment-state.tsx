"use client";

import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  Clock,
  Contrast,
  Flag,
  Hourglass,
  type LucideIcon,
  RotateCw,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Status, type StatusTone } from "@/components/ui/status";
import { Elapsed } from "@/components/ui/time";
import { displayAmount } from "@/lib/money";
import type { PaymentState, PaymentStateView } from "@/lib/payments/payment-state";
import { lowerFirst } from "@/lib/text";

type Look = { tone: StatusTone; icon: LucideIcon; isUrgent?: true };

/** Green: the money is here. Grey: it went back, or the payment ended. What somebody must act on has a background. */
const LOOKS: Record<PaymentState, Look> = {
  WAITING: { tone: "accent", icon: Clock },
  STUCK: { tone: "warning", icon: Hourglass, isUrgent: true },
  PAID: { tone: "success", icon: CircleCheck },
  REFUND_IN_PROGRESS: { tone: "accent", icon: RotateCw },
  PARTLY_REFUNDED: { tone: "neutral", icon: Contrast },
  REFUNDED: { tone: "neutral", icon: Undo2 },
  OUTCOME_UNKNOWN: { tone: "warning", icon: CircleHelp, isUrgent: true },
  DISPUTED: { tone: "danger", icon: Flag, isUrgent: true },
  FAILURE: { tone: "danger", icon: CircleX },
  DROP: { tone: "neutral", icon: CircleDashed },
  CANCELLED: { tone: "neutral", icon: Ban },
};

type Stated = { state: PaymentStateView; currency: string; createdAt: string };

/**
 * Where the money of a payment is: icon, word and colour, then how much, why or how long in grey. On one line where there is room; no
 * amount is ever cut.
 */
export function PaymentStateCell({ payment }: { payment: Stated }) {
  return (
    <span>
      <PaymentStateBadge state={payment.state} isPlain /> <Detail {...payment} />
    </span>
  );
}

/** Shows the state without the detail, where a sentence beside it says more. */
export function PaymentStateBadge({
  state,
  isPlain = false,
}: {
  state: PaymentStateView;
  isPlain?: boolean;
}) {
  const t = useTranslations("common.paymentState");
  const { isUrgent = false, ...look } = LOOKS[state.state];
  return <Status {...look} word={t(state.state)} code={state.status} isPlain={isPlain && !isUrgent} />;
}

function Detail({ state, currency, createdAt }: Stated) {
  const detail = useDetail(state, currency, createdAt);
  if (detail === null) return null;
  return <span className="ml-0.5 text-sm whitespace-nowrap text-ink-muted tabular-nums">{detail}</span>;
}

function useDetail(state: PaymentStateView, currency: string, createdAt: string): ReactNode {
  const t = useTranslations("common");
  if (state.state === "STUCK") return <Elapsed iso={createdAt} />;
  if (state.isMoneyMissing) return t("moneyMissing");
  if (state.decline !== null) return lowerFirst(t(`declineReason.${state.decline}`));
  return state.amount === null ? null : displayAmount(state.amount, currency);
}

/** What the state means for the money, as a sentence. */
export function PaymentStateMeaning({ state, currency }: Pick<Stated, "state" | "currency">) {
  const t = useTranslations("common");
  const amount = displayAmount(state.amount ?? "0.00", currency);
  switch (state.state) {
    case "WAITING":
    case "PAID":
    case "FAILURE":
    case "DROP":
    case "CANCELLED":
      return t(`paymentStatus.${state.status}`);
    case "STUCK":
    case "REFUNDED":
    case "DISPUTED":
      return t(`paymentStateMeaning.${state.state}`);
    case "REFUND_IN_PROGRESS":
    case "PARTLY_REFUNDED":
    case "OUTCOME_UNKNOWN":
      return t(`paymentStateMeaning.${state.state}`, { amount });
  }
}
