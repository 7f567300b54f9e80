import { afterAll, beforeAll, beforeEach } from "vitest";
import type { NotificationFact } from "@/lib/notifications/details";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "@/server/dashboard/context";
import { createSmtpMail } from "@/server/dashboard/mail/smtp";
import { sendEmails } from "@/server/dashboard/notifications/jobs/send-emails";
import { notify } from "@/server/dashboard/notifications/store/notify";
import type { Services } from "@/server/dashboard/runtime";
import { type Harness, startHarness } from "./harness";
import { expandAll } from "./notifications";
import { headerOf, TestSmtp } from "./smtp";

export const MINUTE_MS = 60_000;

/**
 * Set-up of tests about e-mails: before each, a person of ops, and a mail server. `current` returns the person and the
 * harness.
 */
export function withEmails() {
  let harness: Harness;
  let ctx: Ctx;
  const smtp = new TestSmtp();

  beforeAll(async () => {
    harness = await startHarness();
    await smtp.start();
  });
  beforeEach(async () => {
    await harness.reset();
    smtp.reset();
    harness.services = withMail(harness.services);
    ctx = await harness.ctxOf("ops");
  });
  afterAll(async () => {
    await smtp.stop();
    await harness.stop();
  });

  function withMail(services: Services): Services {
    const settings = { smtpUrl: smtp.url, from: "Paydeck <paydeck@example.com>" };
    return { ...services, mail: createSmtpMail({ ...settings, publicUrl: "https://pay.example" }) };
  }

  let count = 0;
  async function happen(...facts: NotificationFact[]): Promise<void> {
    for (const fact of facts) {
      count += 1;
      const event = {
        ...fact,
        at: harness.clock.now(),
        to: { people: [ctx.actor.userId] },
        dedupeKey: `test:${String(count)}`,
      };
      await inTransaction(harness.services.pool, (db) => notify(db, event));
    }
    await expandAll(harness);
  }

  const send = (services = harness.services) => sendEmails(services, ctx.actor.userId);
  async function pass(minutes: number): Promise<void> {
    harness.clock.advance(minutes * MINUTE_MS);
    await send();
  }
  const subjects = () => smtp.received.map((one) => headerOf(one, "Subject"));
  async function emails(): Promise<Record<string, unknown>[]> {
    const { rows } = await harness.pool.query<Record<string, unknown>>(
      "select attempts, sent_at is not null as sent, failed_at is not null as failed, error from emails order by created_at",
    );
    return rows;
  }

  return {
    current: () => ({ harness, ctx }),
    /** From now on this person is the one who is notified. */
    notifyInstead: (person: Ctx): void => {
      ctx = person;
    },
    smtp,
    withMail,
    happen,
    send,
    pass,
    subjects,
    emails,
  };
}
