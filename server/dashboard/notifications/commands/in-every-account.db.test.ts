import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { FIRST_ACCOUNT_ID } from "@/lib/accounts/account";
import type { ChannelInput } from "@/lib/notifications/chat";
import { inTransaction } from "@/server/platform/transaction";
import { closeAccount, updateAppearance } from "../../accounts/store/accounts";
import { createVault } from "../../auth/vault";
import type { Ctx } from "../../context";
import { createSmtpMail } from "../../mail/smtp";
import { resealDashboard } from "../../reseal";
import type { Services } from "../../runtime";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { headerOf, TestSmtp } from "@/tools/testing/dashboard/smtp";
import { unsubscribeToken } from "../email/unsubscribe-token";
import { expandNotification } from "../jobs/expand-notification";
import { sendChat } from "../jobs/send-chat";
import { sendEmails } from "../jobs/send-emails";
import { listChatChannels } from "../queries/list-chat-channels";
import { readUnsubscription } from "../queries/read-unsubscription";
import { notify } from "../store/notify";
import { DEFAULT_PREFERENCES, savePreferences } from "../store/preferences";
import { testChannel } from "./on-channel";
import { saveChannel } from "./save-channel";
import { stopEmails } from "./stop-emails";

let harness: Harness;
let second: SecondAccount;

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
}, 60_000);
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

const input: ChannelInput = {
  id: null,
  name: "#payments",
  kind: "slack",
  url: "https://hooks.slack.example/services/secret-wxyz",
  events: ["stuck_payments"],
  language: "en",
  timeZone: "UTC",
  quietFrom: "",
  quietUntil: "",
};
const add = async (ctx: Ctx): Promise<string> => {
  expect(await saveChannel(ctx, input)).toEqual({ kind: "saved" });
  return (await listChatChannels(ctx))[0]?.id ?? "";
};

it("a channel of one account receives what happens there alone, with links that lead there", async () => {
  const ctx = await second.ctxOf("admin");
  const channelId = await add(ctx);
  expect(await listChatChannels(await harness.ctxOf("admin"))).toEqual([]);
  const services = await second.services();
  const { pool } = services;
  await inTransaction(pool, (db) =>
    notify(db, {
      event: "stuck_payments",
      detail: { count: 12, limit: 10 },
      at: harness.clock.now(),
      to: "everybody_permitted",
      dedupeKey: "of the second account",
    }),
  );
  const { rows } = await pool.query<{ id: string }>("select id from notification_events");
  await expandNotification(services, rows[0]?.id ?? "");
  harness.clock.advance(60_000);
  const bodies: string[] = [];
  const send = ({ body }: { body: string }) => {
    bodies.push(body);
    return Promise.resolve({ kind: "sent" } as const);
  };
  await sendChat({ ...services, chat: { ...services.chat, send } }, channelId);
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain(`https://pay.example/a/${services.account.slug ?? ""}/stuck`);
  expect(bodies[0]).toContain("[Account second] Many payments are stuck");
  expect(await testChannel({ ...ctx, chat: { ...ctx.chat, send } }, { id: channelId })).toMatchObject({
    kind: "test_sent",
  });
  expect(bodies[1]).toContain("[Account second] ");
});

it("an e-mail, a daily summary too, says which account it is about by its name of now; with one account, none", async () => {
  const smtp = new TestSmtp();
  await smtp.start();
  const services = await second.services();
  const settings = {
    smtpUrl: smtp.url,
    from: "Paydeck <paydeck@example.com>",
    publicUrl: "https://pay.example",
  };
  const mail = createSmtpMail(settings);
  const subjectOf = async ({ account, pool }: Services, person: Ctx, isDigest = false): Promise<string> => {
    smtp.reset();
    const personId = person.actor.userId;
    const digest = { ...DEFAULT_PREFERENCES, digestAt: isDigest ? 9 * 60 : null };
    await savePreferences(pool, personId, digest);
    const its = { ...services, account, pool, mail };
    for (const gateway of isDigest ? ["stripe", "razorpay"] : ["stripe"]) {
      await inTransaction(pool, (db) =>
        notify(db, {
          event: "success_rate_low",
          detail: { gateway, rate: 61, usual: 93 },
          at: harness.clock.now(),
          to: { people: [personId] },
          dedupeKey: randomUUID(),
        }),
      );
    }
    const { rows } = await pool.query<{ id: string }>(
      "select id from notification_events where expanded_at is null",
    );
    for (const { id } of rows) await expandNotification(its, id);
    harness.clock.advance(isDigest ? 24 * 60 * 60_000 : 60_000);
    await sendEmails(its, personId);
    expect(smtp.received).toHaveLength(1);
    return smtp.received.map((one) => headerOf(one, "Subject"))[0] ?? "";
  };
  const [there, here] = [await second.ctxOf("ops"), await harness.ctxOf("ops")];
  const said = "Success rate is low: stripe: 61% in the last hours, usually 93%";
  expect(await subjectOf(services, there)).toBe(`[Account second] ${said}`);
  expect(await subjectOf(services, there, true)).toBe(
    "[Account second] 2 notifications: Success rate is low",
  );
  await updateAppearance(harness.pool, FIRST_ACCOUNT_ID, { name: "Shop", colour: "gray" });
  expect(await subjectOf(harness.services, here)).toBe(`[Shop] ${said}`);
  expect(await subjectOf(harness.services, here, true)).toBe("[Shop] 2 notifications: Success rate is low");
  await closeAccount(harness.pool, services.account.id, harness.clock.now());
  expect(await subjectOf(harness.services, here)).toBe(said);
  expect(await subjectOf(services, there)).toBe(`[Account second] ${said}`);
  await closeAccount(harness.pool, services.account.id, null);
  await smtp.stop();
});

it("a change of the key seals the addresses of all accounts again", async () => {
  await add(await harness.ctxOf("admin"));
  const services = await second.services();
  const [before, after] = ["the-old-key-of-the-vault", "the-new-key-of-the-vault"];
  const pools = [harness.pool, services.pool];
  for (const pool of pools) {
    const { rows } = await pool.query<{ id: string }>("select id from chat_channels");
    expect(rows).toHaveLength(1);
    const id = rows[0]?.id ?? "";
    await pool.query("update chat_channels set sealed_url = $1", [
      createVault(before).seal("https://chat.example/secret", id),
    ]);
  }
  vi.stubEnv("DASHBOARD_DATABASE_URL", harness.pool.options.connectionString);
  vi.stubEnv("SECOND_FACTOR_KEY", after);
  vi.stubEnv("OTHER_SECOND_FACTOR_KEY", before);
  const lines: string[] = [];
  await resealDashboard((line) => lines.push(line));
  expect(lines).toContain("addresses of chat channels: 2 of 2 sealed again");
  for (const pool of pools) {
    const { rows } = await pool.query<{ id: string; url: string }>(
      "select id, sealed_url as url from chat_channels",
    );
    expect(createVault(after).open(rows[0]?.url ?? "", rows[0]?.id ?? "")).toBe(
      "https://chat.example/secret",
    );
  }
});

it.each(["finance", "admin"] as const)(
  "a person of %s who unsubscribes gets no more e-mails of any account, and a colleague still does",
  async (role) => {
    const [ctx, colleague] = [await second.ctxOf(role), await second.ctxOf("finance")];
    const everywhere = [harness.services, await second.services()];
    const { vault } = harness.services;
    const [token, others] = [ctx, colleague].map(({ actor }) => unsubscribeToken(vault, actor.userId));
    expect(await readUnsubscription(everywhere, token ?? "")).toBe("on");
    expect(await stopEmails(everywhere, token ?? "")).toBe(true);
    expect(await stopEmails(everywhere, token ?? "")).toBe(true);
    expect(await readUnsubscription(everywhere, token ?? "")).toBe("stopped");
    expect(await readUnsubscription(everywhere, others ?? "")).toBe("on");
    expect(await readUnsubscription(everywhere, `${token ?? ""}A`)).toBe("invalid");
  },
);
