import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { createSmtpMail } from "../../mail/smtp";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { expandAll, giveEmailTurns } from "@/tools/testing/dashboard/notifications";
import { headerOf, TestSmtp } from "@/tools/testing/dashboard/smtp";
import { readNotificationSettings } from "../queries/read-settings";
import { notify } from "../store/notify";
import { saveNotificationSettings } from "./save-settings";
import { sendTestEmail } from "./send-test-email";

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
  const settings = { smtpUrl: smtp.url, from: "Paydeck <paydeck@example.com>" };
  const mail = createSmtpMail({ ...settings, publicUrl: "https://pay.example" });
  harness.services = { ...harness.services, mail };
  ctx = await harness.ctxOf("ops");
});
afterAll(async () => {
  await smtp.stop();
  await harness.stop();
});

const MINUTE_MS = 60_000;
type Fields = Record<string, string>;
/** What the browser of this person would begin with. */
const INITIAL = { language: "en", timeZone: "Europe/Berlin" } as const;
const CHOSEN = { "success_rate_low.email": "on", "success_rate_low.dashboard": "on" };

const save = (fields: Fields, of = ctx) =>
  saveNotificationSettings(of, (name) => ({ ...CHOSEN, ...fields })[name] ?? "");
const settings = async (of = ctx) => (await readNotificationSettings(of, INITIAL)).email;

/** Something that this person has chosen to be e-mailed of. Returns when its e-mail is due: at once, or in UTC. */
async function dueAt(): Promise<string | null> {
  const at = harness.clock.now();
  await notify(harness.pool, {
    event: "success_rate_low",
    detail: { gateway: "razorpay", rate: 61, usual: 93 },
    at,
    to: { people: [ctx.actor.userId] },
    dedupeKey: `test:${at.toISOString()}`,
  });
  await expandAll(harness);
  const { rows } = await harness.pool.query<{ at: Date | null }>(
    "select email_due_at as at from notifications order by id desc limit 1",
  );
  const due = rows[0]?.at ?? null;
  if (due === null) return null;
  return due.getTime() - at.getTime() < MINUTE_MS ? AT_ONCE : due.toISOString().slice(0, 16);
}

const INDIA = { language: "hi", timeZone: "Asia/Kolkata" };
const SINGLE = { ...INDIA, delivery: "single" };
const QUIET = { ...SINGLE, quiet: "on", quietFrom: "14:00", quietUntil: "16:00" };
const DIGEST = { ...INDIA, delivery: "digest", digestAt: "07:30" };
/** The clock of tests begins at 9:00 in UTC, which is 14:30 in India. */
const AT_ONCE = "at once";

describe("the e-mail settings", () => {
  it("of somebody who saved none are those of their browser", async () => {
    expect(await settings()).toEqual({
      ...INITIAL,
      timeZones: [INITIAL.timeZone],
      address: ctx.actor.email,
      quiet: null,
      digestAt: null,
      last: null,
    });
  });

  it.each<[string, Fields, object, string]>([
    ["without quiet hours and summary", SINGLE, { quiet: null, digestAt: null }, AT_ONCE],
    [
      "with quiet hours, until their end in that time zone",
      QUIET,
      { quiet: { from: 840, until: 960 }, digestAt: null },
      "2026-11-21T10:30",
    ],
    [
      "with quiet hours over midnight",
      { ...QUIET, quietFrom: "23:00", quietUntil: "15:00" },
      { quiet: { from: 1_380, until: 900 }, digestAt: null },
      "2026-11-21T09:30",
    ],
    [
      "with quiet hours in another time zone",
      { ...QUIET, timeZone: "America/New_York", quietFrom: "00:00", quietUntil: "05:00" },
      { timeZone: "America/New_York", quiet: { from: 0, until: 300 } },
      "2026-11-21T10:00",
    ],
    [
      "with a daily summary, at its time on the next day",
      DIGEST,
      { quiet: null, digestAt: 450 },
      "2026-11-22T02:00",
    ],
    ["with quiet hours that are turned off", { ...QUIET, quiet: "" }, { quiet: null }, AT_ONCE],
    ["with a summary's time and no summary", { ...DIGEST, delivery: "single" }, { digestAt: null }, AT_ONCE],
  ])("are saved %s, and the next e-mail is due then", async (_what, fields, saved, due) => {
    await save(fields);
    expect(await settings()).toMatchObject({ ...INDIA, ...saved });
    expect(await dueAt()).toBe(due);
  });

  it("keep their time zone, and offer that of the browser when it is another", async () => {
    await save(QUIET);
    expect(await settings()).toMatchObject({ ...INDIA, timeZones: ["Asia/Kolkata", "Europe/Berlin"] });
    await save({ ...QUIET, timeZone: "Europe/Berlin" });
    expect(await settings()).toMatchObject({ timeZone: "Europe/Berlin", timeZones: ["Europe/Berlin"] });
  });

  it("choose the language of messages", async () => {
    await save(SINGLE);
    await dueAt();
    harness.clock.advance(MINUTE_MS);
    await giveEmailTurns(harness);
    expect(smtp.received.map((one) => headerOf(one, "Subject"))).toEqual([
      expect.stringMatching(/^सफलता दर कम है/),
    ]);
  });

  it.each([
    ["quietFrom", "24:00"],
    ["quietFrom", ""],
    ["quietUntil", "16:60"],
    ["quietUntil", QUIET.quietFrom],
  ])("are not saved with quiet hours whose %s is %j, nor is anything else", async (field, value) => {
    await save(DIGEST);
    const before = await readNotificationSettings(ctx, INITIAL);
    const choices = { "success_rate_low.email": "", language: "en" };
    expect(await save({ ...QUIET, ...choices, [field]: value })).toEqual({ kind: "quiet_times" });
    expect(await readNotificationSettings(ctx, INITIAL)).toEqual(before);
  });

  // No browser sends any of them.
  it.each<[string, string, Fields, object]>([
    ["timeZone", "Mars/Olympus", QUIET, { timeZone: "UTC", quiet: { from: 840, until: 960 } }],
    ["timeZone", "", QUIET, { timeZone: "UTC" }],
    ["language", "xx", SINGLE, { ...INDIA, language: "en" }],
    ["digestAt", "7:30", DIGEST, { ...INDIA, digestAt: null }],
    ["delivery", "weekly", DIGEST, { ...INDIA, digestAt: null }],
  ])("have no %s of %j: that setting has its default, and e-mails are due at once", async (...row) => {
    const [field, value, valid, saved] = row;
    await save(DIGEST);
    await save({ ...valid, [field]: value });
    expect(await settings()).toMatchObject(saved);
    expect(await dueAt()).toBe(AT_ONCE);
  });

  it("are one person's own, and the last that they saved", async () => {
    const other = await harness.ctxOf("ops");
    await save(QUIET);
    await save(DIGEST, other);
    await save(SINGLE);
    expect(await settings()).toMatchObject({ quiet: null, digestAt: null });
    expect(await settings(other)).toMatchObject({ quiet: null, digestAt: 450 });
  });

  it("are neither shown nor changed without a mail server", async () => {
    await save(QUIET);
    const withoutMail = { ...ctx, mail: null };
    await save({ "success_rate_low.dashboard": "on" }, withoutMail);
    expect(await settings(withoutMail)).toBeNull();
    expect(await settings()).toMatchObject({ ...INDIA, quiet: { from: 840, until: 960 } });
  });
});

describe("a test e-mail", () => {
  it("is delivered to whoever asked for it, at once and in their language, whatever quiet hours they have", async () => {
    await save({ ...QUIET, language: "en" });
    expect(await sendTestEmail(ctx)).toBe("queued");
    expect(await settings()).toMatchObject({ last: { state: "waiting" } });
    expect(await giveEmailTurns(harness)).toEqual([ctx.actor.userId]);
    const [message] = smtp.received;
    expect(smtp.received).toHaveLength(1);
    expect(message?.to).toEqual([ctx.actor.email]);
    expect(message && headerOf(message, "Subject")).toBe("Paydeck can send you email");
    expect(message && headerOf(message, "List-Unsubscribe")).toBeUndefined();
    expect(await settings()).toMatchObject({ last: { state: "sent", error: null } });
  });

  it("that the mail server refuses says so in the settings", async () => {
    smtp.refusesRecipients = { code: 550, text: "5.1.1 no such mailbox" };
    await sendTestEmail(ctx);
    await giveEmailTurns(harness);
    expect(await settings()).toMatchObject({ last: { state: "failed", error: "550 5.1.1" } });
  });

  it("is refused within 30 s of another one, sent or not, and sent after that; a colleague need not wait", async () => {
    expect(await sendTestEmail(ctx)).toBe("queued");
    expect(await sendTestEmail(ctx)).toBe("too_soon");
    await giveEmailTurns(harness);
    harness.clock.advance(29_000);
    expect(await sendTestEmail(ctx)).toBe("too_soon");
    expect(await sendTestEmail(await harness.ctxOf("ops"))).toBe("queued");
    harness.clock.advance(1_000);
    expect(await sendTestEmail(ctx)).toBe("queued");
    await giveEmailTurns(harness);
    const ownCount = smtp.received.filter(({ to }) => to.includes(ctx.actor.email)).length;
    expect([smtp.received.length, ownCount]).toEqual([3, 2]);
  });

  it("is one however often the button is pressed at the same time", async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => sendTestEmail(ctx)));
    expect(outcomes.filter((outcome) => outcome === "queued")).toHaveLength(1);
    expect((await harness.pool.query("select from emails")).rowCount).toBe(1);
  });

  it("is not queued without a mail server", async () => {
    expect(await sendTestEmail({ ...ctx, mail: null })).toBe("no_mail");
    expect((await harness.pool.query("select from emails")).rowCount).toBe(0);
    expect(await giveEmailTurns(harness)).toEqual([]);
  });
});
