import { type Protected, without } from "./protected";

const FOLDER = "server/dashboard/notifications/jobs";

/** Notifications, their e-mails and their messages to chats (decision 0280). */
export const NOTIFICATIONS: readonly Protected[] = [
  {
    row: 74,
    fault: "the mail server refuses a message for good",
    test: {
      file: `${FOLDER}/send-emails.db.test.ts`,
      name: "that is refused for good is not sent again, and says why; one that is refused for now is",
    },
    ...without(
      "the decision which answers are final",
      `${FOLDER}/send-emails.ts`,
      'if (outcome.kind === "refused" || email.attempts >= MAX_ATTEMPTS)',
      "if (email.attempts >= MAX_ATTEMPTS)",
    ),
  },
  {
    row: 75,
    fault: "the mail server accepts a message and its answer is lost",
    test: {
      file: `${FOLDER}/send-emails.db.test.ts`,
      name: "that was accepted, but whose answer was lost, is sent again as the same message",
    },
    ...without(
      "the message's id, which is stored before it is sent",
      `${FOLDER}/send-emails.ts`,
      "id: email.id,",
      "id: randomUUID(),",
    ),
  },
  {
    row: 76,
    fault: "a process dies while it sends an e-mail",
    test: {
      file: `${FOLDER}/send-emails.db.test.ts`,
      name: "of a process that died while sending is taken over later, and not before",
    },
    also: [`${FOLDER}/expand-notification.db.test.ts`],
    ...without(
      "the claim of the message",
      `${FOLDER}/send-emails.ts`,
      "const CLAIM_MS = 3 * 60_000;",
      "const CLAIM_MS = 0;",
    ),
  },
  {
    row: 77,
    fault: "a person loses the permission between an event and its sending",
    test: {
      file: `${FOLDER}/expand-notification.db.test.ts`,
      name: "does not reach a person who lost the permission between the event and its sending",
    },
    also: [`${FOLDER}/send-emails.db.test.ts`],
    ...without(
      "the permission, checked again when an event is expanded",
      "lib/notifications/settings.ts",
      "return roleAllows(role, NOTIFICATION_EVENTS[event].permission);",
      "return role.length + event.length > 0;",
    ),
  },
  {
    row: 113,
    fault: "a process dies between posting to a chat and recording it",
    test: {
      file: `${FOLDER}/send-chat.db.test.ts`,
      name: "between sending and recording repeats that one message and no other, and says so",
    },
    ...without(
      "the mark of an attempt whose result is not known, which is stored before it is sent",
      "server/dashboard/notifications/store/chat-messages.ts",
      "next_at = $3, may_have_arrived = true",
      "next_at = $3",
    ),
  },
  {
    row: 114,
    fault: "a chat that limits how much is posted (429)",
    test: {
      file: `${FOLDER}/send-chat.db.test.ts`,
      name: "that answers 429 is not called before its Retry-After",
    },
    ...without(
      "the pause that the chat requests",
      `${FOLDER}/send-chat.ts`,
      "isRefused ? 0 : (outcome.afterMs ?? 0)",
      "0",
    ),
  },
  {
    row: 146,
    fault: "the mail server is down when a notification is due",
    test: {
      file: `${FOLDER}/send-emails.db.test.ts`,
      name: "waits with growing pauses while the server is down, and is sent when it is back",
    },
    ...without(
      "the further attempts",
      `${FOLDER}/send-emails.ts`,
      "const MAX_ATTEMPTS = 30;",
      "const MAX_ATTEMPTS = 1;",
    ),
  },
  {
    row: 147,
    fault:
      "a thief, or a colleague, causes other warnings so that the one about their sign-in is buried or refused",
    test: {
      file: `${FOLDER}/sign-in-warnings.db.test.ts`,
      name: "is not taken along by a role's name that a mail server refuses, which somebody else can write",
    },
    ...without(
      "the message of its own for each event",
      "server/dashboard/notifications/store/email-notifications.ts",
      "then event else '' end",
      "then 'required' else '' end",
    ),
  },
  {
    row: 151,
    fault: "an API key ends soon, and a page of newer keys comes before it",
    test: {
      file: `${FOLDER}/watch-events.db.test.ts`,
      name: "a key that ends within a week is reported once, on a later page of the list too",
    },
    ...without(
      "the further pages",
      `${FOLDER}/watch-service.ts`,
      "if (response.value.next_cursor === null) return;",
      "if (page === 0) return;",
    ),
  },
  {
    row: 156,
    fault: "a link for a password is revoked before its e-mail is sent",
    test: {
      file: "server/dashboard/notifications/mail-link.db.test.ts",
      name: "is not sent when it was revoked before, and leads nowhere",
    },
    ...without(
      "the look at the link before it is sent",
      `${FOLDER}/send-emails.ts`,
      "path !== null && (await isOpenLink(services, path))",
      "path !== null",
    ),
  },
];
