import { withAccount } from "@/lib/accounts/address";
import type { Locale } from "@/lib/messages/locale";
import type { NotificationFact } from "@/lib/notifications/details";
import { NOTIFICATION_EVENTS } from "@/lib/notifications/events";
import { notificationHref } from "@/lib/notifications/href";
import { notificationText } from "@/lib/notifications/text";
import { paths } from "@/lib/paths";
import { renderEmail } from "./email-layout";
import { messageTime } from "./message-time";
import { translate } from "./translate";

export type Composed = { subject: string; text: string; html: string };
/** `account`: the slug of the account whose pages the links open; null for the first account. */
type Place = { language: Locale; publicUrl: string; account: string | null };

/** A longer text is in the message alone. */
const LONGEST_IN_SUBJECT = 120;
const isMust = ({ event }: NotificationFact): boolean => "isRequired" in NOTIFICATION_EVENTS[event];

/** A message lists at most so many; the page has all. */
const MAX_ENTRIES = 20;

/**
 * One message for all of them: a hundred failures are one. Links lead to pages that ask for a sign-in. `timeZone`: the
 * reader's.
 */
export function composeNotifications(
  facts: readonly NotificationFact[],
  place: Place,
  timeZone = "UTC",
): Composed {
  const { language } = place;
  const t = translate(language, "emails");
  const words = translate(language, "notifications");
  const timeOf = messageTime(language, timeZone);
  // What admins must learn of is not buried under what somebody else can cause in large numbers (0315).
  const ordered = facts.toSorted((one, other) => Number(isMust(other)) - Number(isMust(one)));
  const entries = ordered.slice(0, MAX_ENTRIES).map((fact) => notificationText(words, fact, timeOf));
  const [first] = ordered;
  const [newest] = entries;
  const isOne = facts.length === 1;
  const subjectOf = (title: string, body: string): string =>
    body.length > LONGEST_IN_SUBJECT ? title : t("one", { title, body });
  const left = facts.length - entries.length;
  return renderEmail({
    language,
    subject: isOne
      ? subjectOf(newest?.title ?? "", newest?.body ?? "")
      : t("many", { count: facts.length, title: newest?.title ?? "" }),
    paragraphs: [],
    entries,
    notes: left > 0 ? [t("more", { count: left })] : [],
    action:
      isOne && first !== undefined
        ? { label: t("open"), url: urlOf(place, notificationHref(first)) }
        : { label: t("openAll"), url: urlOf(place, paths.notifications()) },
    foot: footOf(place),
  });
}

export function composeTest(place: Place): Composed {
  const t = translate(place.language, "emails");
  return renderEmail({
    language: place.language,
    subject: t("test.subject"),
    paragraphs: [t("test.body")],
    entries: [],
    notes: [],
    action: null,
    foot: footOf(place),
  });
}

/** `path`: of the page that the link opens. */
export function composeInvitation(name: string, path: string, place: Place): Composed {
  const t = translate(place.language, "emails");
  return renderEmail({
    language: place.language,
    subject: t("invitation.subject"),
    paragraphs: [t("invitation.greeting", { name }), t("invitation.body")],
    entries: [],
    notes: [t("invitation.careful")],
    action: { label: t("invitation.action"), url: urlOf(place, path) },
    foot: { text: new URL(place.publicUrl).host, link: null },
  });
}

/** An invitation has no account: its path stays as it is. */
function urlOf({ publicUrl, account }: Place, path: string): string {
  return `${publicUrl}${withAccount(account, path)}`;
}

function footOf(place: Place) {
  const { language, publicUrl } = place;
  const t = translate(language, "emails");
  return {
    text: t("why", { host: new URL(publicUrl).host }),
    link: { label: t("settings"), url: urlOf(place, paths.notificationSettings()) },
  };
}
