import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InviteOutcome, PersonActionOutcome } from "@/lib/people";
import { inviteToAccount } from "../accounts/commands/invite-to-account";
import { signIn } from "../auth/sign-in";
import type { Ctx } from "../context";
import { createSmtpMail } from "../mail/smtp";
import { acceptLink } from "../people/commands/accept-link";
import { LINK_MS } from "../people/commands/make-link";
import { invitePerson } from "../people/commands/invite-person";
import { makePersonLink, withdrawPersonLink } from "../people/commands/person-links";
import { deactivatePerson } from "../people/commands/set-person-active";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { giveEmailTurns } from "@/tools/testing/dashboard/notifications";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { headerOf, TestSmtp } from "@/tools/testing/dashboard/smtp";
import { sendEmails } from "./jobs/send-emails";

const PASSWORD = "violet-tram-otter-42";
const PUBLIC_URL = "https://pay.example";
let harness: Harness;
let second: SecondAccount;
let admin: Ctx;
const smtp = new TestSmtp();

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
  await smtp.start();
}, 60_000);
beforeEach(async () => {
  smtp.reset();
  await harness.pool.query("delete from emails; delete from email_turns");
  const settings = { smtpUrl: smtp.url, from: "Paydeck <paydeck@example.com>", publicUrl: PUBLIC_URL };
  harness.services = { ...harness.connect(), mail: createSmtpMail(settings) };
  admin = await harness.ctxOf("admin");
});
afterAll(async () => {
  await smtp.stop();
  await second.stop();
  await harness.stop();
});

type Made = { personId: string; email: string; token: string; isMailed: boolean };

function made(outcome: InviteOutcome | PersonActionOutcome, email: string): Made {
  if (outcome.kind !== "link") throw new Error(outcome.kind);
  return { ...outcome, email, token: outcome.path.split("/").at(-1) ?? "" };
}

const newEmail = () => `${randomUUID()}@example.com`;

async function invite(ctx = admin): Promise<Made> {
  const email = newEmail();
  return made(await invitePerson(ctx, { email, name: "Nila", role: "ops" }), email);
}

async function inviteElsewhere(ctx = admin): Promise<Made> {
  const email = newEmail();
  const input = { email, name: "Nila", role: "finance", account: "second" };
  return made(await inviteToAccount(ctx, input, second.accounts), email);
}

async function linkForPassword(ctx = admin): Promise<Made> {
  const { actor } = await harness.ctxOf("ops");
  return made(await makePersonLink(ctx, actor.userId), actor.email);
}

const WAYS: [string, (ctx?: Ctx) => Promise<Made>][] = [
  ["an invitation", invite],
  ["an invitation to another account", inviteElsewhere],
  ["a link for a new password", linkForPassword],
];

/** The tokens of the links in a message, as a reader of it has them: in its text and in its HTML. */
function tokensIn(index: number): string[] {
  const raw = (smtp.received[index]?.raw ?? "").replace(/=\r\n/g, "").replaceAll("=3D", "=");
  return [...raw.matchAll(/https:\/\/pay\.example\/invitation\/([\w-]+)/g)].map(([, token = ""]) => token);
}

const accept = (token: string, services = harness.services) =>
  acceptLink(services, { token, name: "Nila R", password: PASSWORD });

/** All that is stored, in every schema. */
async function everythingStored(): Promise<string> {
  const { rows: tables } = await harness.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await harness.pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join("\n");
}

describe.each(WAYS)("%s", (_what, make) => {
  it("is delivered to its person in one message, whose link sets the password and signs in", async () => {
    const { personId, email, token, isMailed } = await make();
    expect(isMailed).toBe(true);
    expect(smtp.received).toEqual([]);
    expect(await giveEmailTurns(harness)).toEqual([personId]);
    expect(smtp.received.map(({ to }) => to)).toEqual([[email]]);
    expect(new Set(tokensIn(0))).toEqual(new Set([token]));
    // Nobody stops a link that somebody else made for them.
    expect(smtp.received[0] && headerOf(smtp.received[0], "List-Unsubscribe")).toBeUndefined();
    expect(await accept(tokensIn(0)[0] ?? "")).toMatchObject({ kind: "signed_in", userId: personId });
    const entered = await signIn(harness.services, { email, password: PASSWORD });
    expect(entered).toMatchObject({ kind: "signed_in", userId: personId });
  });

  it("is stored sealed until it is sent and in no form afterwards, audit entries included", async () => {
    const { token } = await make();
    const forms = [token, Buffer.from(token).toString("hex"), Buffer.from(token).toString("base64")];
    const isStored = async () => {
      const stored = await everythingStored();
      return forms.some((form) => stored.includes(form));
    };
    const isSealedKept = async () => {
      const { rows } = await harness.pool.query<{ kept: boolean }>(
        "select sealed is not null as kept from emails",
      );
      return rows.map(({ kept }) => kept);
    };
    expect(await isStored()).toBe(false);
    expect(await isSealedKept()).toEqual([true]);
    await giveEmailTurns(harness);
    expect(smtp.received).toHaveLength(1);
    expect(await isStored()).toBe(false);
    expect(await isSealedKept()).toEqual([false]);
  });

  it("is not mailed without a mail server, which its outcome says, and nothing waits for one", async () => {
    const { token, personId, isMailed } = await make({ ...admin, mail: null });
    expect(isMailed).toBe(false);
    expect(await giveEmailTurns(harness)).toEqual([]);
    // Not with a later one either: a link that its admin has passed on is not sent a day later.
    await sendEmails(harness.services, personId);
    expect(smtp.received).toEqual([]);
    expect((await accept(token)).kind).toBe("signed_in");
  });

  it("is one message however often its person has a turn, and one Message-ID when its answer was lost", async () => {
    smtp.responses.push("accept_and_hang_up");
    await make();
    const [personId = ""] = await giveEmailTurns(harness);
    for (let times = 0; times < 5; times += 1) {
      harness.clock.advance(60_000);
      await sendEmails(harness.services, personId);
    }
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map((one) => headerOf(one, "Message-ID"))).size).toBe(1);
  });

  it("is not sent when it was revoked before, and leads nowhere", async () => {
    const { personId, token } = await make();
    expect(await withdrawPersonLink(admin, personId)).toEqual({ kind: "done" });
    await giveEmailTurns(harness);
    expect(smtp.received).toEqual([]);
    expect((await harness.pool.query("select from emails")).rows).toEqual([]);
    expect(await accept(token)).toEqual({ kind: "gone" });
  });

  it("is not sent when it expired while the mail server did not answer", async () => {
    await make();
    harness.clock.advance(LINK_MS);
    await giveEmailTurns(harness);
    expect(smtp.received).toEqual([]);
  });

  it("is not sent when another one replaced it before, and the other one opens", async () => {
    const { personId, email, token } = await make();
    const next = made(await makePersonLink(admin, personId), email);
    const people = await giveEmailTurns(harness);
    for (const id of [...people, ...people]) await sendEmails(harness.services, id);
    expect(smtp.received).toHaveLength(1);
    expect(new Set(tokensIn(0))).toEqual(new Set([next.token]));
    expect(await accept(token)).toEqual({ kind: "gone" });
    expect((await accept(next.token)).kind).toBe("signed_in");
  });

  it("is not sent to somebody who was deactivated meanwhile", async () => {
    const { personId } = await make();
    expect(await deactivatePerson(admin, personId)).toEqual({ kind: "done" });
    await giveEmailTurns(harness);
    expect(smtp.received).toEqual([]);
    expect((await harness.pool.query("select from emails")).rows).toEqual([]);
  });
});
