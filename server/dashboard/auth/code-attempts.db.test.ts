import { beforeEach, describe, expect, it } from "vitest";
import { changeOwnPassword } from "../people/commands/change-own-password";
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "../people/commands/own-second-factor";
import { resetPersonSecondFactor, unlockSignIn } from "../people/commands/reset-person-access";
import { seeAccountNotices } from "../people/commands/see-account-notices";
import type { Ctx } from "../context";
import { countAccountNotices } from "../people/queries/count-account-notices";
import { readAccount } from "../people/queries/read-account";
import { readPerson } from "../people/queries/read-person";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { PASSWORD, STEP_MS, withSignedInPerson } from "@/tools/testing/dashboard/second-factor";
import { MAX_WRONG_CODES_IN_TOTAL, WINDOW_MS } from "./attempt-limits";
import { FIRST_LOCK_MS, lockMs, MAX_WRONG_CODES } from "./code-attempts";

const person = withSignedInPerson();
const { codeOf, turnOn, enter, challenge, pass } = person;
let harness: Harness;
let ctx: Ctx;
beforeEach(() => {
  ({ harness, ctx } = person.current());
});

describe("wrong codes (decision 0226)", () => {
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
    await harness.pool.query("update people set role = 'admin' where id = $1", [ctx.actor.userId]);
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
