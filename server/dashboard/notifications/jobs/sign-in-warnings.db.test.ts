import { beforeEach, describe, expect, it } from "vitest";
import type { NotificationFact } from "@/lib/notifications/details";
import type { Ctx } from "../../context";
import type { Mail } from "../../mail/mail";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { rate } from "@/tools/testing/dashboard/notifications";
import { MINUTE_MS, withEmails } from "@/tools/testing/dashboard/emails";
import { stopEmails } from "../commands/stop-emails";
import { readNotifications } from "../commands/read-notifications";
import { saveNotificationSettings } from "../commands/save-settings";
import { listNotifications } from "../queries/list-notifications";
import { savePreferences } from "../store/preferences";
import { unsubscribeToken } from "../email/unsubscribe-token";

const setup = withEmails();
const { notifyInstead, smtp, happen, send, pass, subjects, emails } = setup;
let harness: Harness;
let ctx: Ctx;
beforeEach(() => {
  ({ harness, ctx } = setup.current());
});

const newDevice: NotificationFact = {
  event: "new_device",
  detail: { browser: "Firefox", system: "Linux", at: "2026-11-20T09:00:00.000Z" },
};

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
    notifyInstead(await harness.ctxOf("admin"));
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
