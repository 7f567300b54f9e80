import { withAccount } from "@/lib/accounts/address";
import type { Locale } from "@/lib/messages/locale";
import type { NotificationFact } from "@/lib/notifications/details";
import { notificationHref } from "@/lib/notifications/href";
import { notificationText } from "@/lib/notifications/text";
import { paths } from "@/lib/paths";
import { accountInFront, oneLine } from "../domain/account-in-text";
import { renderEmail } from "./email-layout";
import { messageTime } from "./message-time";
import { translate } from "./translate";

export type Composed = { subject: string; text: string; html: string };
type Place = {
  language: Locale;
  publicUrl: string;
  /** The slug of the account whose pages the links open; null for the first account. */
  account: string | null;
  /** What the message says that it is about; null where there is one account. */
  accountName: string | null;
};

/** A longer text is in the message alone. */
const LONGEST_IN_SUBJECT = 120;

/** About a person, wherever they have a role: its account is only the one that keeps it. */
const isOfPerson = ({ event }: NotificationFact): boolean =>
  event === "new_device" || event === "sign_in_changed" || event === "codes_locked";

/** A message lists at most so many; the page has all. */
const MAX_ENTRIES = 20;

/**
 * One message for all of them: a hundred failures are one. Links lead to pages that ask for a sign-in. Where there are
 * several accounts, it says which one it is about: the same words could be of another one. `timeZone`: the reader's.
 */
export function composeNotifications(
  facts: readonly NotificationFact[],
  at: Place,
  timeZone = "UTC",
): Composed {
  const place = facts.length > 0 && facts.every(isOfPerson) ? { ...at, accountName: null } : at;
  const { language } = place;
  const t = translate(language, "emails");
  const words = translate(language, "notifications");
  const timeOf = messageTime(language, timeZone);
  const isOne = facts.length === 1;
  const entries = facts.slice(0, MAX_ENTRIES).map((fact) => ({
    ...notificationText(words, fact, timeOf),
    // The button below a single one leads there.
    url: isOne ? null : urlOf(place, notificationHref(fact)),
  }));
  const [first] = facts;
  const [newest] = entries;
  const subjectOf = (title: string, body: string): string =>
    body.length > LONGEST_IN_SUBJECT ? title : t("one", { title, body });
  const left = facts.length - entries.length;
  return renderEmail({
    language,
    account: place.accountName,
    subject:
      accountInFront(place.accountName) +
      (isOne
        ? subjectOf(newest?.title ?? "", newest?.body ?? "")
        : t("many", { count: facts.length, title: newest?.title ?? "" })),
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
    account: place.accountName,
    subject: accountInFront(place.accountName) + t("test.subject"),
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
    account: null,
    subject: t("invitation.subject"),
    paragraphs: [t("invitation.greeting", { name }), t("invitation.body")],
    entries: [],
    notes: [t("invitation.careful")],
    action: { label: t("invitation.action"), url: urlOf(place, path) },
    foot: { account: null, text: new URL(place.publicUrl).host, link: null },
  });
}

/** An invitation has no account: its path stays as it is. */
function urlOf({ publicUrl, account }: Place, path: string): string {
  return `${publicUrl}${withAccount(account, path)}`;
}

function footOf(place: Place) {
  const { language, publicUrl, accountName } = place;
  const t = translate(language, "emails");
  return {
    account: accountName === null ? null : t("account", { name: oneLine(accountName) }),
    text: t("why", { host: new URL(publicUrl).host }),
    link: { label: t("settings"), url: urlOf(place, paths.notificationSettings()) },
  };
}
