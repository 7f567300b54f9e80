import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { NotificationFact } from "@/lib/notifications/details";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "../../context";
import { SEND_EMAILS } from "../../jobs/schedule";
import type { Mail } from "../../mail/mail";
import { createSmtpMail } from "../../mail/smtp";
import type { Services } from "../../runtime";
import { type Harness, startHarness } from "../../testing/harness";
import { expandAll } from "../../testing/notifications";
import { headerOf, TestSmtp } from "../../testing/smtp";
import { stopEmails } from "../commands/stop-emails";
import { readNotifications } from "../commands/read-notifications";
import { saveNotificationSettings } from "../commands/save-settings";
import { listNotifications } from "../queries/list-notifications";
import { notify } from "../store/notify";
import { savePreferences } from "../store/preferences";
import { unsubscribeToken } from "../email/unsubscribe-token";
import { sendEmails } from "./send-emails";

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

const MINUTE_MS = 60_000;
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
const rate = (gateway = "razorpay"): NotificationFact => ({
  event: "success_rate_low",
  detail: { gateway, rate: 61, usual: 93 },
});
const stuck: NotificationFact = { event: "stuck_payments", detail: { count: 12, limit: 10 } };
const newDevice: NotificationFact = {
  event: "new_device",
  detail: { browser: "Firefox", system: "Linux", at: "2026-11-20T09:00:00.000Z" },
};

const send = (services = harness.services) => sendEmails(services, { personId: ctx.actor.userId });
async function pass(minutes: number): Promise<void> {
  harness.clock.advance(minutes * MINUTE_MS);
  await send();
}
const subjects = () => smtp.received.map((one) => headerOf(one, "Subject"));
const bodyOf = (index: number) =>
  Buffer.from(smtp.received[index]?.raw ?? "")
    .toString("utf8")
    .replace(/=\r\n/g, "");
async function emails(): Promise<Record<string, unknown>[]> {
  const { rows } = await harness.pool.query<Record<string, unknown>>(
    "select attempts, sent_at is not null as sent, failed_at is not null as failed, error from emails order by created_at",
  );
  return rows;
}

describe("a notification", () => {
  it("is sent once, to its person, in both forms, with a Message-ID and a one-click unsubscription", async () => {
    await happen(rate());
    await send();
    expect(smtp.received).toEqual([]);
    for (let times = 0; times < 3; times += 1) await pass(1);
    expect(smtp.received).toHaveLength(1);
    const [message] = smtp.received;
    if (message === undefined) throw new Error("nothing");
    expect(message.to).toEqual([ctx.actor.email]);
    expect(headerOf(message, "Subject")).toBe(
      "Success rate is low: razorpay: 61% in the last hours, usually 93%",
    );
    expect(headerOf(message, "Message-ID")).toMatch(/^<[0-9a-f-]{36}@pay\.example>$/);
    expect(headerOf(message, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(headerOf(message, "List-Unsubscribe")).toMatch(
      /^<https:\/\/pay\.example\/api\/unsubscribe\/[\w-]+>$/,
    );
    expect(bodyOf(0)).toContain("https://pay.example/overview");
    expect(message.raw).toMatch(/text\/plain[\s\S]*text\/html/);
    expect(await emails()).toEqual([{ attempts: 1, sent: true, failed: false, error: null }]);
  });

  it("is not sent when its person has read it meanwhile, lost the permission, or was deactivated", async () => {
    await happen(rate());
    const [read] = (await listNotifications(ctx)).items;
    await readNotifications(ctx, { only: read?.id ?? "" });
    await happen(stuck);
    await harness.pool.query(
      "insert into notification_choices values ($1, 'stuck_payments', 'email', true)",
      [ctx.actor.userId],
    );
    await happen(stuck);
    await harness.pool.query("update people set role = 'support' where id = $1", [ctx.actor.userId]);
    await pass(1);
    await happen(rate());
    await harness.pool.query("update people set deactivated_at = now() where id = $1", [ctx.actor.userId]);
    await pass(1);
    expect(smtp.received).toEqual([]);
    expect(await emails()).toEqual([]);
  });

  it.each(["was deactivated", "lost the permission", "turned e-mails off"])(
    "leaves no job behind when its person %s: the job would run again at once, for ever",
    async (what) => {
      const id = ctx.actor.userId;
      await harness.pool.query(
        "insert into notification_choices values ($1, 'stuck_payments', 'email', true)",
        [id],
      );
      await happen(what === "lost the permission" ? stuck : rate());
      if (what === "was deactivated")
        await harness.pool.query("update people set deactivated_at = now() where id = $1", [id]);
      else if (what === "turned e-mails off")
        await harness.pool.query(
          "insert into notification_choices values ($1, 'success_rate_low', 'email', false)",
          [id],
        );
      else await harness.pool.query("update people set role = 'support' where id = $1", [id]);
      await harness.pool.query("delete from graphile_worker._private_jobs");
      await pass(1);
      const { rows } = await harness.pool.query("select task_identifier from graphile_worker.jobs");
      expect(rows).toEqual([]);
      expect(smtp.received).toEqual([]);
    },
  );

  it("that waits for another attempt is not sent after its person has unsubscribed", async () => {
    await smtp.stop();
    await happen(rate());
    await pass(1);
    await smtp.start();
    await stopEmails([harness.services], unsubscribeToken(harness.services.vault, ctx.actor.userId));
    for (let times = 0; times < 10; times += 1) await pass(1);
    expect(smtp.received).toEqual([]);
  });

  it("is one message with a hundred others, in the language of its person", async () => {
    const preferences = { language: "hi", timeZone: "Asia/Kolkata", quiet: null, digestAt: null } as const;
    await savePreferences(harness.pool, ctx.actor.userId, preferences);
    await happen(...Array.from({ length: 100 }, (_, index) => rate(`gateway-${String(index)}`)));
    await pass(1);
    await pass(1);
    expect(subjects()).toEqual(["100 सूचनाएँ: सफलता दर कम है"]);
  });

  it("waits for the end of quiet hours, or for the daily summary, which is one message", async () => {
    // 9:00 in UTC is 14:30 in India.
    const quiet = { from: 14 * 60, until: 16 * 60 };
    const india = { language: "en", timeZone: "Asia/Kolkata", digestAt: null } as const;
    await savePreferences(harness.pool, ctx.actor.userId, { ...india, quiet });
    await happen(rate());
    await pass(60);
    expect(smtp.received).toEqual([]);
    await pass(31);
    expect(smtp.received).toHaveLength(1);
    await savePreferences(harness.pool, ctx.actor.userId, { ...india, quiet: null, digestAt: 9 * 60 });
    await happen(rate("a"));
    await pass(5 * 60);
    await happen(rate("b"));
    await pass(5 * 60);
    expect(smtp.received).toHaveLength(1);
    await pass(8 * 60);
    expect(subjects()[1]).toBe("2 notifications: Success rate is low");
  });

  it("with line breaks and commands in a name cannot add a header or a recipient", async () => {
    const odd = 'A"\r\nBcc: thief@example.com\r\n\r\n<b>';
    await harness.pool.query("update people set name = $2 where id = $1", [ctx.actor.userId, odd]);
    await happen(rate("x\r\nBcc: thief@example.com\r\n<script>alert(1)</script>"));
    await pass(1);
    const [message] = smtp.received;
    expect(message?.to).toEqual([ctx.actor.email]);
    expect(message?.raw.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
    expect(message?.raw.split("text/html")[1]).toMatch(/&lt;script&gt;alert/);
    expect(message?.raw.split("text/html")[1]).not.toContain("<script>alert");
  });
});

describe("a warning about the person's own sign-in (0327)", () => {
  const readAll = async () => {
    const [newest] = (await listNotifications(ctx)).items;
    expect(await readNotifications(ctx, { upTo: newest?.id ?? "" })).toBeGreaterThan(0);
  };
  /** Leaves every box of the settings empty, as a thief in the person's session can. */
  const turnOff = () => saveNotificationSettings(ctx, () => "");
  const stopByLink = async () => {
    const token = unsubscribeToken(harness.services.vault, ctx.actor.userId);
    expect(await stopEmails([harness.services], token)).toBe(true);
  };
  const spam = "a text of spam";
  const refusing = (refused: string): { mail: Mail; sent: string[] } => {
    const sent: string[] = [];
    const mail: Mail = {
      publicUrl: "https://pay.example",
      send: ({ subject, text }) => {
        if (text.includes(refused)) return Promise.resolve({ kind: "refused", code: "554 5.7.1" });
        sent.push(subject);
        return Promise.resolve({ kind: "sent" });
      },
    };
    return { mail, sent };
  };
  const isWarnedOnce = async () => {
    for (let times = 0; times < 3; times += 1) await pass(1);
    expect(subjects()).toEqual([
      "Sign-in from a new device: Firefox on Linux, 20 Nov 2026, 09:00 UTC. If this was not you, end that session and change your password",
    ]);
  };

  it.each([
    ["reads it", readAll],
    ["turns it off", turnOff],
    ["stops all e-mails", stopByLink],
  ])("is sent when somebody in the person's session %s before it is", async (_, interfere) => {
    await happen(newDevice);
    await interfere();
    await isWarnedOnce();
  });

  it.each([
    ["had turned it off", turnOff],
    ["had stopped all e-mails", stopByLink],
  ])("is sent when somebody in the person's session %s", async (_, interfere) => {
    await interfere();
    await happen(newDevice);
    await isWarnedOnce();
    expect((await listNotifications(ctx)).items).toHaveLength(1);
  });

  it("waits for no quiet hours and no daily summary", async () => {
    const preferences = { language: "en", timeZone: "UTC" } as const;
    const quiet = { from: 0, until: 24 * 60 - 1 };
    await savePreferences(harness.pool, ctx.actor.userId, { ...preferences, quiet, digestAt: null });
    await happen(newDevice);
    await isWarnedOnce();
    smtp.reset();
    await savePreferences(harness.pool, ctx.actor.userId, { ...preferences, quiet: null, digestAt: 1 });
    await happen(newDevice);
    await isWarnedOnce();
  });

  it("is a message of its own: texts that a mail server refuses, in other notifications, do not take it along", async () => {
    const { mail, sent } = refusing(spam);
    // More than a message lists, as somebody else can cause.
    await happen(...Array.from({ length: 30 }, () => rate(spam)), newDevice);
    for (let times = 0; times < 3; times += 1) {
      harness.clock.advance(MINUTE_MS);
      await send({ ...harness.services, mail });
    }
    expect(sent).toEqual([expect.stringMatching(/^Sign-in from a new device/)]);
    expect(await emails()).toMatchObject([{ sent: true }, { failed: true }]);
  });

  const roleChanged = (role: string): NotificationFact => ({
    event: "role_changed",
    detail: { from: "finance", to: role, by: "Asha" },
  });

  it("is not taken along by a role's name that a mail server refuses, which somebody else can write", async () => {
    const { mail, sent } = refusing(spam);
    await happen(roleChanged(spam), newDevice);
    for (let times = 0; times < 3; times += 1) {
      harness.clock.advance(MINUTE_MS);
      await send({ ...harness.services, mail });
    }
    expect(sent).toEqual([expect.stringMatching(/^Sign-in from a new device/)]);
  });

  it("and where the money goes are not buried under required ones that somebody else causes (0315)", async () => {
    ctx = await harness.ctxOf("admin");
    const changed: NotificationFact = {
      event: "gateway_account_changed",
      detail: {
        gateway: "stripe",
        account: 2,
        hint: "…6666",
        change: "added",
        by: null,
        key: null,
      },
    };
    // An admin gives a colleague another role and the one before again: more often than a message lists.
    const turns = Array.from({ length: 25 }, () => roleChanged("admin"));
    await happen(...turns, changed, newDevice);
    for (let times = 0; times < 5; times += 1) await pass(1);
    expect(subjects()).toEqual([
      expect.stringMatching(/^25 notifications: /),
      expect.stringMatching(/^New gateway account in use/),
      expect.stringMatching(/^Sign-in from a new device/),
    ]);
  });

  it("that waits for another attempt is sent after somebody stopped all e-mails", async () => {
    await smtp.stop();
    await happen(newDevice);
    await pass(1);
    await smtp.start();
    await stopByLink();
    await readAll();
    for (let times = 0; times < 10; times += 1) await pass(1);
    expect(smtp.received).toHaveLength(1);
  });
});

describe("a message", () => {
  it("that was accepted, but whose answer was lost, is sent again as the same message", async () => {
    smtp.answers.push("accept_and_hang_up");
    await happen(rate());
    await pass(1);
    expect(await emails()).toMatchObject([{ attempts: 1, sent: false, failed: false }]);
    await pass(2);
    expect(new Set(smtp.received.map((one) => headerOf(one, "Message-ID"))).size).toBe(1);
    expect(smtp.received).toHaveLength(2);
    expect(await emails()).toMatchObject([{ attempts: 2, sent: true }]);
  });

  it("of a process that died while sending is taken over later, and not before", async () => {
    const dying = { ...harness.services };
    dying.mail = { publicUrl: "https://pay.example", send: () => Promise.reject(new Error("killed")) };
    await happen(rate());
    harness.clock.advance(MINUTE_MS);
    await expect(send(dying)).rejects.toThrow("killed");
    await pass(1);
    expect(smtp.received).toEqual([]);
    await pass(3);
    expect(smtp.received).toHaveLength(1);
  });

  it("is sent by one of five processes that have the same job", async () => {
    await happen(rate());
    harness.clock.advance(MINUTE_MS);
    await Promise.all(Array.from({ length: 5 }, () => send(withMail(harness.connect()))));
    expect(smtp.received).toHaveLength(1);
  });

  it("waits with growing pauses while the server is down, and is sent when it is back", async () => {
    await smtp.stop();
    await happen(rate());
    await pass(1);
    await pass(1);
    expect(await emails()).toEqual([{ attempts: 2, sent: false, failed: false, error: "ESOCKET" }]);
    await smtp.start();
    await pass(5);
    expect(smtp.received).toHaveLength(1);
    const { rows } = await harness.pool.query(
      "select from graphile_worker.jobs where task_identifier = $1 and run_at > now() + interval '30 seconds'",
      [SEND_EMAILS],
    );
    expect(rows.length).toBeLessThanOrEqual(1);
  });

  it("that is refused for good is not sent again, and says why; one that is refused for now is", async () => {
    smtp.refusesRecipients = { code: 550, text: "5.1.1 no such mailbox" };
    await happen(rate());
    await pass(1);
    await pass(60);
    expect(await emails()).toEqual([{ attempts: 1, sent: false, failed: true, error: "550 5.1.1" }]);
    smtp.refusesRecipients = { code: 451, text: "4.3.0 later" };
    await happen(rate());
    await pass(1);
    smtp.refusesRecipients = null;
    await pass(2);
    expect(smtp.received).toHaveLength(1);
  });

  it("is not sent any more to a person who stopped them with the link of an earlier one", async () => {
    await happen(rate());
    await pass(1);
    const link = headerOf(smtp.received[0] ?? { from: "", to: [], raw: "" }, "List-Unsubscribe") ?? "";
    const token = link.slice(link.lastIndexOf("/") + 1, -1);
    expect(await stopEmails([harness.services], `${token}x`)).toBe(false);
    expect(
      await stopEmails(
        [harness.services],
        token.replace(/^./, (first) => (first === "A" ? "B" : "A")),
      ),
    ).toBe(false);
    expect(await stopEmails([harness.services], token)).toBe(true);
    await happen(rate());
    await pass(1);
    expect(smtp.received).toHaveLength(1);
    expect((await listNotifications(ctx)).items).toHaveLength(2);
  });
});
