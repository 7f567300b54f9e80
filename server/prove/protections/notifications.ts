import { type Protected, without } from "./protected";

const FOLDER = "server/dashboard/notifications/jobs";

/** Notifications and their e-mails (decisions 0280 and 0281). */
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
];
