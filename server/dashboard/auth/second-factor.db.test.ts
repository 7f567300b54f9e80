import { TOTP, Secret } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acceptLink } from "../people/commands/accept-link";
import { changeOwnPassword } from "../people/commands/change-own-password";
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "../people/commands/own-second-factor";
import { makePersonLink } from "../people/commands/person-links";
import { resetPersonSecondFactor, unlockSignIn } from "../people/commands/reset-person-access";
import { seeAccountNotices } from "../people/commands/see-account-notices";
import type { Ctx } from "../context";
import { countAccountNotices } from "../people/queries/count-account-notices";
import { readAccount } from "../people/queries/read-account";
import { readPerson } from "../people/queries/read-person";
import { findSessionPerson } from "../people/store/sessions";
import { type Harness, startHarness } from "../testing/harness";
import { MAX_WRONG_CODES_IN_TOTAL, WINDOW_MS } from "./attempt-limits";
import { FIRST_LOCK_MS, lockMs, MAX_WRONG_CODES } from "./code-attempts";
import { passSecondFactor } from "./pass-second-factor";
import { hashPassword } from "./password";
import { CHALLENGE_MS, signIn } from "./sign-in";
import { createVault } from "./vault";

const PASSWORD = "violet-tram-otter-42";
const STEP_MS = 30_000;
let harness: Harness;
let passwordHash: string;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  await harness.reset();
  const { actor } = await harness.ctxOf("finance");
  await harness.pool.query("update people set password_hash = $2 where id = $1", [
    actor.userId,
    passwordHash,
  ]);
  const opened = await signIn(harness.services, { email: actor.email, password: PASSWORD });
  if (opened.kind !== "signed_in") throw new Error(opened.kind);
  ctx = await harness.ctxOf("finance", { ...actor, sessionId: opened.sessionId });
});
afterAll(() => harness.stop());

const codeOf = (secret: string, offsetMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: harness.clock.now().getTime() + offsetMs,
  });

async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await beginSecondFactor(ctx, PASSWORD);
  if (begun.kind !== "begun") throw new Error(begun.kind);
  const confirmed = await confirmSecondFactor(ctx, codeOf(begun.secret));
  if (confirmed.kind !== "on") throw new Error(confirmed.kind);
  // The time step of the code that confirmed it is used.
  harness.clock.advance(2 * STEP_MS);
  return { secret: begun.secret, recoveryCodes: confirmed.recoveryCodes };
}
const enter = () => signIn(harness.services, { email: ctx.actor.email, password: PASSWORD });
async function challenge(): Promise<string> {
  const outcome = await enter();
  if (outcome.kind !== "second_factor") throw new Error(outcome.kind);
  return outcome.token;
}
const pass = (token: string, code: string) => passSecondFactor(harness.services, { token, code });
const holds = async (sessionId: string): Promise<boolean> =>
  (await findSessionPerson(harness.pool, sessionId, harness.clock.now())) !== null;
const sessions = async () => (await harness.pool.query("select 1 from sessions")).rowCount;

describe("a sign-in with a second factor", () => {
  it("opens no session before the code, and one with it", async () => {
    const { secret } = await turnOn();
    const before = await sessions();
    const token = await challenge();
    expect(await sessions()).toBe(before);
    const outcome = await pass(token, codeOf(secret));
    if (outcome.kind !== "signed_in") throw new Error(outcome.kind);
    expect(await holds(outcome.sessionId)).toBe(true);
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "signed_in",
      detail: { by: "second_factor" },
    });
  });

  it("takes no code twice, not even at the same moment", async () => {
    const { secret } = await turnOn();
    const tokens = await Promise.all([challenge(), challenge(), challenge()]);
    const code = codeOf(secret);
    const outcomes = await Promise.all(tokens.map((token) => pass(token, code)));
    expect(outcomes.filter((outcome) => outcome.kind === "signed_in")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.kind === "wrong")).toHaveLength(2);
  });

  it("takes none that is older than one that was taken", async () => {
    const { secret } = await turnOn();
    const older = codeOf(secret, -STEP_MS);
    expect((await pass(await challenge(), codeOf(secret))).kind).toBe("signed_in");
    expect(await pass(await challenge(), older)).toEqual({ kind: "wrong" });
  });

  it("takes a recovery code once, however it is typed", async () => {
    const { recoveryCodes } = await turnOn();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ""] = recoveryCodes;
    const outcome = await pass(await challenge(), ` ${code.toUpperCase().replaceAll("-", " ")} `);
    expect(outcome.kind).toBe("signed_in");
    expect(await pass(await challenge(), code)).toEqual({ kind: "wrong" });
    expect((await readAccount(ctx)).secondFactor).toMatchObject({ isOn: true, recoveryCodesLeft: 9 });
  });

  it("is not passed by with a link to a new password", async () => {
    const { secret } = await turnOn();
    const link = await makePersonLink(await harness.ctxOf("admin"), ctx.actor.userId);
    if (link.kind !== "link") throw new Error(link.kind);
    const before = await sessions();
    const input = { token: link.path.split("/").at(-1), name: "Fin", password: "amber-canoe-lantern-7" };
    const accepted = await acceptLink(harness.services, input);
    if (accepted.kind !== "second_factor") throw new Error(accepted.kind);
    // Their sessions ended with the old password, and none has begun.
    expect(await sessions()).toBe((before ?? 0) - 1);
    expect((await pass(accepted.token, codeOf(secret))).kind).toBe("signed_in");
  });

  it("needs the password of at most five minutes ago", async () => {
    const { secret } = await turnOn();
    const token = await challenge();
    harness.clock.advance(CHALLENGE_MS);
    expect(await pass(token, codeOf(secret))).toEqual({ kind: "expired" });
    expect(await pass("made-up", codeOf(secret))).toEqual({ kind: "expired" });
  });

  it.each([
    ["the role changes", "update people set role = 'support'"],
    ["the person is deactivated", "update people set deactivated_at = now()"],
    ["the password changes", "update people set password_hash = 'x'"],
  ])("is over when %s between password and code (failure 35)", async (_name, statement) => {
    const { secret } = await turnOn();
    const token = await challenge();
    await harness.pool.query(statement);
    expect(await pass(token, codeOf(secret))).toEqual({ kind: "expired" });
  });

  it("is not opened by a secret that was sealed under another key", async () => {
    const { secret } = await turnOn();
    const token = await challenge();
    const services = { ...harness.services, vault: createVault("another-secret-of-the-vault") };
    expect(await passSecondFactor(services, { token, code: codeOf(secret) })).toEqual({ kind: "wrong" });
  });
});

describe("wrong codes (decision 0225)", () => {
  /** Sets the count to that many wrong codes. */
  const fail = (failures: number) =>
    harness.pool.query(
      `insert into code_failures (person_id, failures) values ($1, $2)
       on conflict (person_id) do update set failures = $2, locked_until = null`,
      [ctx.actor.userId, failures],
    );
  const failures = async (): Promise<number> => {
    const { rows } = await harness.pool.query<{ failures: number }>("select failures from code_failures");
    return rows[0]?.failures ?? 0;
  };

  it.each<[string, () => Promise<unknown>]>([
    ["a sign-in up to the code", () => enter()],
    ["beginning a second factor", () => beginSecondFactor(ctx, PASSWORD)],
    ["a new password that is too short", () => changeOwnPassword(ctx, { current: PASSWORD, next: "short" })],
    ["a new password", () => changeOwnPassword(ctx, { current: PASSWORD, next: "amber-canoe-lantern-7" })],
  ])("are not forgotten by %s, whose password is right", async (_name, step) => {
    await turnOn();
    await fail(7);
    await step();
    expect(await failures()).toBe(7);
  });

  it("lock after ten, whatever right passwords come between them, and then a right code too", async () => {
    const { secret } = await turnOn();
    const outcomes: string[] = [];
    for (let tries = 0; tries < 14; tries += 1) {
      await beginSecondFactor(ctx, PASSWORD);
      outcomes.push((await turnOffSecondFactor(ctx, { password: PASSWORD, code: "000000" })).kind);
    }
    // The literal number: raising a limit elsewhere must not raise this one.
    expect(outcomes.filter((kind) => kind === "wrong_code")).toHaveLength(10);
    expect(outcomes.filter((kind) => kind === "locked")).toHaveLength(4);
    expect((await turnOffSecondFactor(ctx, { password: PASSWORD, code: codeOf(secret) })).kind).toBe(
      "locked",
    );
    expect((await pass(await challenge(), codeOf(secret))).kind).toBe("locked");
  });

  it("share one count between the sign-in and the account page, also at the same moment", async () => {
    await turnOn();
    await fail(MAX_WRONG_CODES - 2);
    const token = await challenge();
    const outcomes = await Promise.all([
      ...Array.from({ length: 4 }, () => pass(token, "000000")),
      ...Array.from({ length: 4 }, () => renewRecoveryCodes(ctx, { password: PASSWORD, code: "000000" })),
    ]);
    expect(outcomes.filter(({ kind }) => kind === "wrong" || kind === "wrong_code")).toHaveLength(2);
    expect(outcomes.filter(({ kind }) => kind === "locked")).toHaveLength(6);
  });

  it("lock for longer each time, at most for a day, until a right code ends the count", async () => {
    expect([0, 1, 2, 7, 40].map(lockMs)).toEqual([1, 2, 4, 96, 96].map((factor) => factor * FIRST_LOCK_MS));
    const { secret } = await turnOn();
    await fail(MAX_WRONG_CODES);
    expect((await pass(await challenge(), "000000")).kind).toBe("locked");
    harness.clock.advance(FIRST_LOCK_MS);
    await fail(MAX_WRONG_CODES);
    const second = await pass(await challenge(), "000000");
    if (second.kind !== "locked") throw new Error(second.kind);
    expect(second.until.getTime() - harness.clock.now().getTime()).toBeGreaterThan(FIRST_LOCK_MS * 1.9);
    harness.clock.advance(2 * FIRST_LOCK_MS);
    expect((await pass(await challenge(), codeOf(secret))).kind).toBe("signed_in");
    expect((await harness.pool.query("select from code_failures")).rowCount).toBe(0);
  });

  it("are not forgotten by waiting", async () => {
    await turnOn();
    await fail(MAX_WRONG_CODES);
    harness.clock.advance(90 * 24 * 60 * 60_000);
    expect((await pass(await challenge(), "000000")).kind).toBe("locked");
  });

  it("of all people together are limited, and right codes do not count", async () => {
    const { secret } = await turnOn();
    expect((await pass(await challenge(), codeOf(secret))).kind).toBe("signed_in");
    await harness.pool.query(
      "update attempt_counts set failures = $1 where scope = 'codes' and failures = 0",
      [MAX_WRONG_CODES_IN_TOTAL],
    );
    harness.clock.advance(2 * STEP_MS);
    // However often: these codes were not checked, and do not count as the person's wrong ones.
    for (let tries = 0; tries <= MAX_WRONG_CODES; tries += 1) {
      expect((await pass(await challenge(), codeOf(secret))).kind).toBe("locked");
    }
    const actions = (await harness.audit()).map(({ action }) => action);
    expect(actions).toContain("sign_in_limited");
    expect(actions).not.toContain("codes_locked");
    harness.clock.advance(WINDOW_MS);
    expect((await pass(await challenge(), codeOf(secret))).kind).toBe("signed_in");
  });

  it("and locks are in the audit log, and shown to the person until they mark them as seen", async () => {
    await turnOn();
    await turnOffSecondFactor(ctx, { password: PASSWORD, code: "000000" });
    await pass(await challenge(), "000000");
    await fail(MAX_WRONG_CODES);
    await renewRecoveryCodes(ctx, { password: PASSWORD, code: "000000" });
    const rows = (await harness.audit()).filter(({ action }) => /^(wrong_code|codes_locked)$/.test(action));
    expect(rows).toMatchObject([
      { action: "wrong_code", actor_email: ctx.actor.email, detail: { purpose: "turn_off" } },
      { action: "wrong_code", actor_email: "system", detail: { purpose: "sign_in" } },
      { action: "codes_locked", actor_email: ctx.actor.email, detail: { purpose: "renew_codes" } },
    ]);
    const { notices } = await readAccount(ctx);
    expect(notices.map(({ kind, purpose }) => [kind, purpose])).toEqual([
      ["codes_locked", "renew_codes"],
      ["wrong_code", "sign_in"],
      ["wrong_code", "turn_off"],
    ]);
    expect(await countAccountNotices(ctx)).toBe(3);
    // A notice created after the page was rendered stays.
    await seeAccountNotices(ctx, notices[1]?.id ?? "");
    expect(await countAccountNotices(ctx)).toBe(1);
  });

  it("keep no more than a hundred notices, the newest", async () => {
    await turnOn();
    await harness.pool.query(
      "insert into account_notices (person_id, at, kind) select $1, now(), 'wrong_code' from generate_series(1, 150)",
      [ctx.actor.userId],
    );
    await turnOffSecondFactor(ctx, { password: PASSWORD, code: "000000" });
    expect((await harness.pool.query("select from account_notices")).rowCount).toBe(100);
  });

  it("are forgiven by another admin, never by oneself", async () => {
    await turnOn();
    await fail(MAX_WRONG_CODES);
    expect((await pass(await challenge(), "000000")).kind).toBe("locked");
    const admin = await harness.ctxOf("admin");
    const asOwnAdmin = { ...ctx, actor: { ...ctx.actor, role: "admin" as const } };
    expect(await unlockSignIn(asOwnAdmin, ctx.actor.userId)).toEqual({ kind: "own" });
    expect(await resetPersonSecondFactor(asOwnAdmin, ctx.actor.userId)).toEqual({ kind: "own" });
    expect((await readPerson(admin, ctx.actor.userId))?.lockedUntil).not.toBeNull();
    expect(await unlockSignIn(admin, ctx.actor.userId)).toEqual({ kind: "done" });
    expect((await readPerson(admin, ctx.actor.userId))?.lockedUntil).toBeNull();
    expect((await pass(await challenge(), "000000")).kind).toBe("wrong");
  });

  it("are not counted without a secret: a session alone locks nobody's codes", async () => {
    await turnOn();
    for (let tries = 0; tries < 12; tries += 1) await confirmSecondFactor(ctx, "000000");
    expect(await failures()).toBe(0);
  });
});

describe("a second factor", () => {
  it("counts only once a code was given, and ends the other sessions then", async () => {
    const other = await enter();
    if (other.kind !== "signed_in") throw new Error(other.kind);
    const begun = await beginSecondFactor(ctx, PASSWORD);
    expect((await enter()).kind).toBe("signed_in");
    if (begun.kind !== "begun") throw new Error(begun.kind);
    expect(await confirmSecondFactor(ctx, "000000")).toEqual({ kind: "wrong_code" });
    expect((await confirmSecondFactor(ctx, codeOf(begun.secret))).kind).toBe("on");
    expect(await holds(other.sessionId)).toBe(false);
    expect(await holds(ctx.actor.sessionId)).toBe(true);
    expect((await beginSecondFactor(ctx, PASSWORD)).kind).toBe("already_on");
  });

  it("is neither begun nor turned off with a wrong password, nor turned off without a code", async () => {
    expect(await beginSecondFactor(ctx, "wrong")).toEqual({ kind: "wrong_password" });
    const { secret } = await turnOn();
    expect(await turnOffSecondFactor(ctx, { password: "wrong", code: codeOf(secret) })).toEqual({
      kind: "wrong_password",
    });
    expect(await turnOffSecondFactor(ctx, { password: PASSWORD, code: "000000" })).toEqual({
      kind: "wrong_code",
    });
    expect((await enter()).kind).toBe("second_factor");
    expect(await turnOffSecondFactor(ctx, { password: PASSWORD, code: codeOf(secret) })).toEqual({
      kind: "off",
    });
    expect((await enter()).kind).toBe("signed_in");
  });

  it("gets new recovery codes in place of all earlier ones", async () => {
    const { secret, recoveryCodes } = await turnOn();
    const renewed = await renewRecoveryCodes(ctx, { password: PASSWORD, code: codeOf(secret) });
    if (renewed.kind !== "renewed") throw new Error(renewed.kind);
    expect(await pass(await challenge(), recoveryCodes[0] ?? "")).toEqual({ kind: "wrong" });
    expect((await pass(await challenge(), renewed.recoveryCodes[0] ?? "")).kind).toBe("signed_in");
  });

  it("is reset by an admin for somebody who lost it, and whoever has the phone is out", async () => {
    await turnOn();
    const admin = await harness.ctxOf("admin");
    expect(await resetPersonSecondFactor(admin, ctx.actor.userId)).toEqual({ kind: "done" });
    expect(await holds(ctx.actor.sessionId)).toBe(false);
    expect((await enter()).kind).toBe("signed_in");
  });

  it("and its recovery codes are kept in no form that can be used", async () => {
    const { secret, recoveryCodes } = await turnOn();
    const { rows } = await harness.pool.query<{ text: string }>(
      "select f::text as text from second_factors f union all select r::text from recovery_codes r",
    );
    const stored = rows.map((row) => row.text).join("\n");
    for (const shown of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(shown);
      expect(stored).not.toContain(Buffer.from(shown).toString("hex"));
    }
    expect(JSON.stringify(await harness.audit())).not.toContain(secret);
  });

  it("is not turned on without its audit row (failure 38)", async () => {
    const begun = await beginSecondFactor(ctx, PASSWORD);
    if (begun.kind !== "begun") throw new Error(begun.kind);
    const mend = await harness.breakAudit();
    await expect(confirmSecondFactor(ctx, codeOf(begun.secret))).rejects.toThrow();
    await mend();
    expect((await readAccount(ctx)).secondFactor.isOn).toBe(false);
  });
});
