import { beforeEach, describe, expect, it } from "vitest";
import type { NotificationFact } from "@/lib/notifications/details";
import type { Ctx } from "../../context";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { rate } from "@/tools/testing/dashboard/notifications";
import { headerOf } from "@/tools/testing/dashboard/smtp";
import { MINUTE_MS, withEmails } from "@/tools/testing/dashboard/emails";
import { stopEmails } from "../commands/stop-emails";
import { readNotifications } from "../commands/read-notifications";
import { listNotifications } from "../queries/list-notifications";
import { savePreferences } from "../store/preferences";
import { unsubscribeToken } from "../email/unsubscribe-token";

const setup = withEmails();
const { smtp, withMail, happen, send, pass, subjects, emails } = setup;
let harness: Harness;
let ctx: Ctx;
beforeEach(() => {
  ({ harness, ctx } = setup.current());
});

const stuck: NotificationFact = { event: "stuck_payments", detail: { count: 12, limit: 10 } };
/** The time until the only message is tried again, in milliseconds. */
async function untilNextAttempt(): Promise<number> {
  const { rows } = await harness.pool.query<{ at: Date }>("select next_at as at from emails");
  return (rows[0]?.at.getTime() ?? NaN) - harness.clock.now().getTime();
}
const bodyOf = (index: number) =>
  Buffer.from(smtp.received[index]?.raw ?? "")
    .toString("utf8")
    .replace(/=\r\n/g, "");

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
      harness.clock.advance(MINUTE_MS);
      expect(await send()).toBeNull();
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

describe("a message", () => {
  it("that was accepted, but whose answer was lost, is sent again as the same message", async () => {
    smtp.responses.push("accept_and_hang_up");
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
    harness.clock.advance(MINUTE_MS);
    const pausesMs: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await send();
      const pauseMs = await untilNextAttempt();
      pausesMs.push(pauseMs);
      harness.clock.advance(pauseMs - 1_000);
      await send();
      expect(await emails()).toEqual([{ attempts: attempt, sent: false, failed: false, error: "ESOCKET" }]);
      harness.clock.advance(1_000);
    }
    // Pauses grow from half a minute to an hour, doubling each time, with a tenth of jitter; each read of the clock
    // takes a millisecond.
    for (const [index, pauseMs] of pausesMs.entries()) {
      const meanMs = Math.min(0.5 * MINUTE_MS * 2 ** index, 60 * MINUTE_MS);
      expect(pauseMs).toBeGreaterThanOrEqual(0.9 * meanMs - 100);
      expect(pauseMs).toBeLessThanOrEqual(1.1 * meanMs);
    }
    await smtp.start();
    await send();
    expect(smtp.received).toHaveLength(1);
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
