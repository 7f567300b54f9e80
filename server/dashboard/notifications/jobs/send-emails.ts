import { randomUUID } from "node:crypto";
import { parseNotificationFact } from "@/lib/notifications/details";
import { isChannelOn } from "@/lib/notifications/settings";
import { paths } from "@/lib/paths";
import { inTransaction } from "@/server/platform/transaction";
import { hashOfToken } from "../../auth/token";
import { backoffMs } from "@/server/platform/backoff";
import type { Mail, MailOutcome } from "../../mail/mail";
import { findLinkedPerson, findPerson, maySignIn, type Person } from "../../people/store";
import type { Services } from "../../runtime";
import { type Composed, composeInvitation, composeNotifications, composeTest } from "../email/compose";
import { unsubscribeToken } from "../email/unsubscribe-token";
import { listChoices } from "../store/choices";
import { hasDueNotifications, listOfEmail, putIntoEmail } from "../store/email-notifications";
import * as emails from "../store/emails";
import { DEFAULT_PREFERENCES, findPreferences } from "../store/preferences";

/** A look whether a mail server is named again, for messages of a time when one was. */
const WITHOUT_MAIL_MS = 10 * 60_000;

/** Longer than all steps of one message take: then the process that sends it is dead, or gave up. */
const CLAIM_MS = 3 * 60_000;
const PAUSES = { firstMs: 30_000, factor: 2, maxMs: 60 * 60_000 };
/** A message is tried for a day with these pauses. */
const MAX_ATTEMPTS = 30;

/**
 * Sends what is due to one person: first messages that exist, then one for all notifications that have none. A message
 * is written before it is sent, so after a crash the same Message-ID is sent again, which the receiving side can
 * recognise (decision 0280). Safe to run twice and in two processes: a message is claimed by one. Returns when the next is due, in
 * milliseconds; null for none.
 */
export async function sendEmails(services: Services, personId: string): Promise<number | null> {
  const { mail, pool, clock } = services;
  if (mail === null) return WITHOUT_MAIL_MS;
  await collect(services, personId);
  const at = clock.now();
  const email = await emails.claimEmail(pool, personId, { at, until: new Date(at.getTime() + CLAIM_MS) });
  if (email !== null) await sendOne(services, mail, personId, email);
  const nextAt = await emails.nextEmailAt(pool, personId);
  return nextAt === null ? null : Math.max(0, nextAt.getTime() - clock.now().getTime());
}

async function collect({ pool, clock }: Services, personId: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    const at = clock.now();
    if (!(await hasDueNotifications(db, personId, at))) return;
    const id = randomUUID();
    await emails.insertEmail(db, { id, personId, kind: "notifications", at });
    if ((await putIntoEmail(db, { id, personId, at })) === 0) await emails.deleteEmail(db, id);
  });
}

async function sendOne(
  services: Services,
  mail: Mail,
  personId: string,
  email: emails.OpenEmail,
): Promise<void> {
  const { pool, vault } = services;
  const person = await findPerson(pool, personId);
  const composed = person === null ? null : await compose(services, mail, person, email);
  if (person === null || composed === null)
    return inTransaction(pool, (db) => emails.dropEmail(db, email.id));
  const isAskedFor = email.kind !== "notifications";
  const outcome = await mail.send({
    id: email.id,
    to: { name: person.name, address: person.email },
    ...composed,
    unsubscribeUrl: isAskedFor
      ? null
      : `${mail.publicUrl}${paths.api.unsubscribe(unsubscribeToken(vault, personId))}`,
  });
  services.counters.notificationSent("email", outcome.kind === "sent" ? "sent" : "failed");
  await store(services, email, outcome);
  if (outcome.kind !== "sent")
    services.logger.warn({ emailId: email.id, code: outcome.code }, "an email was not sent");
}

async function store(
  { pool, clock }: Services,
  email: emails.OpenEmail,
  outcome: MailOutcome,
): Promise<void> {
  const at = clock.now();
  if (outcome.kind === "sent") return emails.markSent(pool, email.id, at);
  if (outcome.kind === "refused" || email.attempts >= MAX_ATTEMPTS)
    return emails.markFailed(pool, email.id, at, outcome.code);
  const nextAt = new Date(at.getTime() + backoffMs(email.attempts - 1, PAUSES));
  await emails.postponeEmail(pool, email.id, nextAt, outcome.code);
}

/**
 * Null when nothing is left to say: the person has lost the permissions, does not want e-mails any more or is
 * deactivated, or the link is not readable or leads nowhere any more.
 */
async function compose(
  services: Services,
  mail: Mail,
  person: Person,
  email: emails.OpenEmail,
): Promise<Composed | null> {
  const { account, accountLabel, pool, vault } = services;
  // A link is for somebody who may sign in, for whichever account.
  const isDeactivated = email.kind === "invitation" ? !maySignIn(person) : person.deactivatedAt !== null;
  if (isDeactivated) return null;
  const preferences = (await findPreferences(pool, [person.id])).get(person.id) ?? DEFAULT_PREFERENCES;
  const place = {
    language: preferences.language,
    publicUrl: mail.publicUrl,
    account: account.slug,
    accountName: await accountLabel(account.id),
  };
  switch (email.kind) {
    case "test":
      return composeTest(place);
    case "invitation": {
      const path = email.sealed === null ? null : vault.open(email.sealed, email.id);
      const isOpen = path !== null && (await isOpenLink(services, path));
      return isOpen ? composeInvitation(person.name, path, place) : null;
    }
    case "notifications": {
      const [listed, choices] = await Promise.all([
        listOfEmail(pool, email.id),
        listChoices(pool, person.id),
      ]);
      const facts = listed.flatMap(({ event, detail }) => {
        const fact = parseNotificationFact(event, detail);
        if (fact === null) return [];
        const own = { role: person.role, choices: choices.filter((choice) => choice.event === event) };
        return isChannelOn(own, fact.event, "email") ? [fact] : [];
      });
      return facts.length === 0 ? null : composeNotifications(facts, place, preferences.timeZone);
    }
  }
}

async function isOpenLink({ pool, clock }: Services, path: string): Promise<boolean> {
  const tokenHash = hashOfToken(path.slice(path.lastIndexOf("/") + 1));
  return tokenHash !== null && (await findLinkedPerson(pool, tokenHash, clock.now())) !== null;
}
