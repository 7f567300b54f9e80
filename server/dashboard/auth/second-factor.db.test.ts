import { beforeEach, describe, expect, it } from "vitest";
import { acceptLink } from "../people/commands/accept-link";
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "../people/commands/own-second-factor";
import { makePersonLink } from "../people/commands/person-links";
import { resetPersonSecondFactor } from "../people/commands/reset-person-access";
import type { Ctx } from "../context";
import { readAccount } from "../people/queries/read-account";
import { findSessionPerson } from "../people/store/sessions";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { PASSWORD, STEP_MS, withSignedInPerson } from "@/tools/testing/dashboard/second-factor";
import { passSecondFactor } from "./pass-second-factor";
import { CHALLENGE_MS } from "./sign-in";
import { createVault } from "./vault";

const person = withSignedInPerson();
const { codeOf, turnOn, enter, challenge, pass } = person;
let harness: Harness;
let ctx: Ctx;
beforeEach(() => {
  ({ harness, ctx } = person.current());
});
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

  it("accepts none that is older than an accepted one", async () => {
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

  it("is reset by an admin for a person who lost it, and the sessions end, so that the lost phone opens none", async () => {
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
