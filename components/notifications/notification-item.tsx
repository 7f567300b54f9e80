"use client";

import {
  AtSign,
  CircleAlert,
  FileDown,
  HandCoins,
  Hourglass,
  KeyRound,
  Landmark,
  Layers,
  LockKeyhole,
  MessageSquareMore,
  MessagesSquare,
  MonitorSmartphone,
  Plug,
  Scale,
  ShieldCheck,
  ShieldAlert,
  TrendingDown,
  Undo2,
  UserCog,
  UserRoundCheck,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Age } from "@/components/ui/time";
import type { NotificationEvent } from "@/lib/notifications/events";
import type { NotificationView } from "@/lib/notifications/notification-views";
import { paths } from "@/lib/paths";
import { useUnread } from "./unread";

type Tone = "danger" | "warning" | "accent" | "neutral" | "success";

const MARKS: Record<NotificationEvent, { icon: LucideIcon; tone: Tone }> = {
  approval_waiting: { icon: ShieldCheck, tone: "accent" },
  approval_decided: { icon: ShieldCheck, tone: "neutral" },
  refund_request_waiting: { icon: MessageSquareMore, tone: "accent" },
  refund_request_answered: { icon: MessageSquareMore, tone: "neutral" },
  refund_request_replied: { icon: MessageSquareMore, tone: "accent" },
  manual_refund_waiting: { icon: HandCoins, tone: "accent" },
  manual_refund_decided: { icon: HandCoins, tone: "neutral" },
  mention: { icon: AtSign, tone: "accent" },
  work_returned: { icon: UserRoundCheck, tone: "accent" },
  work_assigned: { icon: UserRoundCheck, tone: "accent" },
  refund_failed: { icon: Undo2, tone: "danger" },
  refund_unknown: { icon: CircleAlert, tone: "warning" },
  refund_made_after_all: { icon: CircleAlert, tone: "danger" },
  refund_late: { icon: Hourglass, tone: "warning" },
  bulk_ended: { icon: Layers, tone: "neutral" },
  bulk_paused: { icon: Layers, tone: "warning" },
  export_ready: { icon: FileDown, tone: "neutral" },
  export_failed: { icon: FileDown, tone: "warning" },
  gateway_opened: { icon: Plug, tone: "danger" },
  gateway_closed: { icon: Plug, tone: "success" },
  gateway_account_waiting: { icon: Landmark, tone: "accent" },
  gateway_account_changed: { icon: Landmark, tone: "danger" },
  success_rate_low: { icon: TrendingDown, tone: "danger" },
  stuck_payments: { icon: Hourglass, tone: "warning" },
  reconciliation_found: { icon: Scale, tone: "warning" },
  reconciliation_unfinished: { icon: Scale, tone: "danger" },
  webhook_disabled: { icon: Webhook, tone: "danger" },
  rule_trial_ended: { icon: ShieldAlert, tone: "danger" },
  chat_channel_paused: { icon: MessagesSquare, tone: "danger" },
  key_expiring: { icon: KeyRound, tone: "warning" },
  new_device: { icon: MonitorSmartphone, tone: "warning" },
  sign_in_changed: { icon: LockKeyhole, tone: "warning" },
  codes_locked: { icon: LockKeyhole, tone: "danger" },
  role_changed: { icon: UserCog, tone: "neutral" },
  role_permissions_changed: { icon: UserCog, tone: "neutral" },
};

const TONES: Record<Tone, string> = {
  danger: "bg-danger-soft text-danger",
  warning: "bg-warning-soft text-warning",
  accent: "bg-accent-soft text-accent",
  success: "bg-success-soft text-success",
  neutral: "bg-sunken text-ink-muted",
};

type NotificationItemProps = { item: NotificationView; onOpen?: (id: string) => void };

/** One notification: a link to its subject, which marks it as read. */
export function NotificationItem({ item, onOpen }: NotificationItemProps) {
  const t = useTranslations("bell");
  const { markRead } = useUnread();
  const { icon: Icon, tone } = MARKS[item.event];
  const open = (): void => {
    if (!item.isRead) markRead(paths.api.readNotification(item.id));
    onOpen?.(item.id);
  };
  return (
    <Link
      href={item.href}
      onClick={open}
      onAuxClick={open}
      className="group flex items-start gap-3 px-4 py-3 text-sm hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className={cx("mt-0.5 grid size-8 shrink-0 place-items-center rounded-full", TONES[tone])}>
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-3">
          <span className={cx("min-w-0 wrap-anywhere", item.isRead ? "font-medium" : "font-semibold")}>
            <bdi>{item.title}</bdi>
          </span>
          <span className="shrink-0 text-xs text-ink-muted">
            <Age iso={item.at} />
          </span>
        </span>
        <span className="mt-0.5 block wrap-anywhere text-ink-muted">
          <bdi>{item.body}</bdi>
        </span>
      </span>
      <span className="mt-1.5 size-2 shrink-0">
        {!item.isRead && (
          <>
            <span aria-hidden className="block size-2 rounded-full bg-accent-solid" />
            <span className="sr-only">{t("unread")}</span>
          </>
        )}
      </span>
    </Link>
  );
}
