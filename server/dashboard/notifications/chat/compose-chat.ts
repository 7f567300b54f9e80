import { withAccount } from "@/lib/accounts/address";
import type { Locale } from "@/lib/messages/locale";
import type { ChatKind } from "@/lib/notifications/chat";
import type { NotificationFact } from "@/lib/notifications/details";
import { notificationHref } from "@/lib/notifications/href";
import { notificationText } from "@/lib/notifications/text";
import { paths } from "@/lib/paths";
import { accountInFront } from "../domain/account-in-text";
import { messageTime } from "../email/message-time";
import { translate } from "../email/translate";

/** A message before it has a format: plain text, of which nothing is markup. */
type ChatContent = {
  title: string;
  entries: readonly { title: string; body: string; url: string | null }[];
  notes: readonly string[];
  action: { label: string; url: string } | null;
};
type Place = {
  language: Locale;
  publicUrl: string;
  /** The slug of the account whose pages the links open; null for the first account. */
  account: string | null;
  /** What the message says that it is about; null where there is one account. */
  accountName: string | null;
};

/** A message lists at most so many; the page has all. */
const MAX_ENTRIES = 10;
const MAX_TEXT = 300;

/**
 * One message for all of them: a hundred failures are one. Links lead to pages that ask for a sign-in. Where there are
 * several accounts, which may post to the same chat, each entry says which one it is about. `mayRepeat`: an earlier
 * attempt may have arrived, so the message says that it may be a repetition, with an id to recognise it by.
 */
export function composeChat(
  facts: readonly NotificationFact[],
  of: { id: string; mayRepeat: boolean },
  { language, publicUrl, account, accountName }: Place,
): ChatContent {
  const t = translate(language, "emails");
  const words = translate(language, "notifications");
  const inFront = accountInFront(accountName);
  const urlOf = (path: string): string => `${publicUrl}${withAccount(account, path)}`;
  const told = facts.slice(0, MAX_ENTRIES).map((fact) => {
    const { title, body } = notificationText(words, fact, messageTime(language, "UTC"));
    return { said: title, body: oneLine(body), url: urlOf(notificationHref(fact)) };
  });
  const [first] = told;
  const isOne = facts.length === 1;
  const left = facts.length - told.length;
  return {
    title: isOne
      ? oneLine(inFront + t("one", { title: first?.said ?? "", body: first?.body ?? "" }))
      : oneLine(inFront + t("many", { count: facts.length, title: first?.said ?? "" })),
    entries: told.map(({ said, body, url }) => ({ title: oneLine(inFront + said), body, url })),
    notes: [
      ...(left > 0 ? [t("more", { count: left })] : []),
      ...(accountName === null ? [] : [oneLine(t("account", { name: accountName }))]),
      ...(of.mayRepeat ? [translate(language, "channels")("message.repeat", { id: of.id.slice(0, 8) })] : []),
    ],
    action:
      isOne && first?.url !== undefined
        ? { label: t("open"), url: first.url }
        : { label: t("openAll"), url: urlOf(paths.notifications()) },
  };
}

/**
 * Sent by a server action, and the build of the pages has no parser for messages (decision 0107): the texts have no
 * values in them.
 */
export function composeChatTest(
  name: string,
  { language, accountName }: Pick<Place, "language" | "accountName">,
): ChatContent {
  const t = translate(language, "channels");
  const title = oneLine(`${accountInFront(accountName)}${t("message.test")}: ${name}`);
  return {
    title,
    entries: [{ title, body: t("message.testBody"), url: null }],
    notes: [],
    action: null,
  };
}

/** Removes line breaks and control characters, and cuts the text to what a chat shows. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  const points = [...line];
  return points.length <= MAX_TEXT ? line : `${points.slice(0, MAX_TEXT - 1).join("")}…`;
}

/** The body of the request, in the format of the chat. */
export function chatBody(kind: ChatKind, content: ChatContent): string {
  switch (kind) {
    case "slack":
      return JSON.stringify(slackMessage(content));
    case "teams":
      return JSON.stringify(teamsMessage(content));
  }
}

/** Slack's three control characters. Without them no text is a mention, a channel or a link. */
const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** `verbatim`: Slack turns no name, "@channel" or address in the text into a mention or a link. */
const mrkdwn = (text: string) => ({ type: "mrkdwn", text, verbatim: true });

/** `text` is what notifications show, and what is read where blocks are not. */
function slackMessage({ title, entries, notes, action }: ChatContent) {
  return {
    text: escapeSlack(title),
    parse: "none",
    link_names: false,
    unfurl_links: false,
    blocks: [
      ...entries.map((entry) => ({ type: "section", text: mrkdwn(slackEntry(entry)) })),
      ...(notes.length > 0
        ? [{ type: "context", elements: notes.map((note) => mrkdwn(escapeSlack(note))) }]
        : []),
      ...(action === null
        ? []
        : [
            {
              type: "actions",
              elements: [
                { type: "button", text: { type: "plain_text", text: action.label }, url: action.url },
              ],
            },
          ]),
    ],
  };
}

function slackEntry({ title, body, url }: ChatContent["entries"][number]): string {
  // "|" ends the address of a link.
  const shown = escapeSlack(title);
  return `${url === null ? `*${shown}*` : `<${escapeSlack(url)}|${shown}>`}\n${escapeSlack(body)}`;
}

const CARD_SCHEMA = "http://adaptivecards.io/schemas/adaptive-card.json";

/**
 * An Adaptive Card in the envelope that the Workflows of Teams take. Text is in runs, which know no Markdown, unlike
 * text blocks: a name in it cannot become a link or a mention.
 */
function teamsMessage({ title, entries, notes, action }: ChatContent) {
  return {
    type: "message",
    summary: title,
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: CARD_SCHEMA,
          type: "AdaptiveCard",
          version: "1.4",
          fallbackText: title,
          msteams: { width: "Full" },
          body: [
            ...entries.flatMap((entry, index) => [
              {
                ...run({
                  text: entry.title,
                  weight: "Bolder",
                  ...(entry.url !== null && { selectAction: { type: "Action.OpenUrl", url: entry.url } }),
                }),
                ...(index > 0 && { separator: true }),
              },
              { ...run({ text: entry.body }), spacing: "None" },
            ]),
            ...notes.map((note) => run({ text: note, isSubtle: true })),
          ],
          actions: action === null ? [] : [{ type: "Action.OpenUrl", title: action.label, url: action.url }],
        },
      },
    ],
  };
}

const run = (text: Record<string, unknown>) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", ...text }],
});
