import type { Locale } from "../messages/locale";
import type { QuietHours } from "./email-time";
import { NOTIFICATION_EVENT_NAMES, type NotificationEvent } from "./events";

/** The formats of incoming webhooks. Other chats that accept Slack's format are of its kind. */
export const CHAT_KINDS = ["slack", "teams"] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];

export const CHAT_KIND_NAMES: Record<ChatKind, string> = { slack: "Slack", teams: "Microsoft Teams" };

/** About one person and for nobody else, or about the chat itself. */
const PERSONAL: readonly NotificationEvent[] = [
  "approval_decided",
  "refund_request_answered",
  "refund_request_replied",
  "manual_refund_decided",
  "mention",
  "work_assigned",
  "work_returned",
  "chat_channel_paused",
  "export_failed",
  "export_ready",
  "new_device",
  "sign_in_changed",
  "codes_locked",
  "role_changed",
  "role_permissions_changed",
];

/** The events that a channel can receive: those that are for a whole team. */
export const CHAT_EVENTS: readonly NotificationEvent[] = NOTIFICATION_EVENT_NAMES.filter(
  (event) => !PERSONAL.includes(event),
);

export const MAX_CHANNEL_NAME = 80;
/** A limit for the page: each event is sent to all of them. */
export const MAX_CHANNELS = 20;

/** A channel on its page. The address is a secret: its host and its last characters are shown. */
export type ChannelView = {
  id: string;
  name: string;
  kind: ChatKind;
  host: string;
  end: string;
  events: NotificationEvent[];
  language: Locale;
  timeZone: string;
  quiet: QuietHours | null;
  lastSentAt: string | null;
  /** The failure of the open message, which is tried again at that time. */
  retry: { code: string; at: string } | null;
  /** `code`: the failure that paused it; null when a person did. `missed`: notifications not sent since. */
  paused: { at: string; code: string | null; missed: number } | null;
};

export type ChannelField = "name" | "url" | "events" | "quiet";
export type ChannelFault =
  | "missing"
  | "too_long"
  | "characters"
  | "url"
  | "taken"
  | "too_many"
  | "incomplete";

/** Times are those of time fields, "22:00"; empty: no quiet hours. `url` is empty to keep the address. */
export type ChannelInput = {
  id: string | null;
  name: string;
  kind: ChatKind;
  url: string;
  events: NotificationEvent[];
  language: Locale;
  timeZone: string;
  quietFrom: string;
  quietUntil: string;
};

export type ChannelOutcome =
  | { kind: "saved" }
  | { kind: "deleted" }
  | { kind: "test_sent"; name: string }
  /** `mayHaveArrived`: no usable response came. */
  | { kind: "test_failed"; name: string; code: string; mayHaveArrived: boolean }
  | { kind: "too_soon" }
  | { kind: "invalid"; field: ChannelField | "form"; fault: ChannelFault }
  /** Another person deleted it. */
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
