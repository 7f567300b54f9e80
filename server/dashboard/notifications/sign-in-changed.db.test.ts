import { beforeEach, describe, expect, it } from "vitest";
import { FIRST_LOCK_MS, MAX_WRONG_CODES } from "../auth/code-attempts";
import { passSecondFactor } from "../auth/pass-second-factor";
import type { Ctx } from "../context";
import { acceptLink } from "../people/commands/accept-link";
import { changeOwnPassword } from "../people/commands/change-own-password";
import { invitePerson } from "../people/commands/invite-person";
import { renewRecoveryCodes, turnOffSecondFactor } from "../people/commands/own-second-factor";
import { makePersonLink } from "../people/commands/person-links";
import { resetPersonSecondFactor } from "../people/commands/reset-person-access";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { PASSWORD, withSignedInPerson } from "@/tools/testing/dashboard/second-factor";

const NEXT = "amber-canoe-lantern-7";

const person = withSignedInPerson();
let harness: Harness;
let ctx: Ctx;
let admin: Ctx;

beforeEach(async () => {
  ({ harness, ctx } = person.current());
  admin = await harness.ctxOf("admin");
});

/** What people were notified of since the last call, but for new devices. */
async function notified(): Promise<unknown[]> {
  await expandAll(harness);
  const found = await notifiedPeople(harness);
  await harness.pool.query("delete from notifications");
  return found
    .filter(({ event }) => event !== "new_device")
    .map(({ event, personId, detail }) => [event, personId, detail.change ?? null, detail.by ?? null]);
}
const changed = (change: string, by: string | null = null) => [
  "sign_in_changed",
  ctx.actor.userId,
  change,
  by,
];

describe("a person is notified, by whomever it was done, that", () => {
  it("their password was changed", async () => {
    expect((await changeOwnPassword(ctx, { current: PASSWORD, next: NEXT })).kind).toBe("changed");
    expect(await notified()).toEqual([changed("password")]);
  });

  it("their password was set with a link; not by an invitation, whose password is their first", async () => {
    const accept = async (path: string) =>
      acceptLink(harness.services, { token: path.split("/").at(-1), name: "Asha", password: NEXT });
    const made = await makePersonLink(admin, ctx.actor.userId);
    if (made.kind !== "link") throw new Error(made.kind);
    expect((await accept(made.path)).kind).toBe("signed_in");
    expect(await notified()).toEqual([changed("password")]);
    const invited = await invitePerson(admin, { name: "Nila", email: "nila@example.com", role: "ops" });
    if (invited.kind !== "link") throw new Error(invited.kind);
    expect((await accept(invited.path)).kind).toBe("signed_in");
    expect(await notified()).toEqual([]);
  });

  it("a second factor was turned on, got new recovery codes and was turned off; not of a wrong code", async () => {
    const { secret } = await person.turnOn();
    expect(await notified()).toEqual([changed("factor_on")]);
    const wrong = { password: PASSWORD, code: "000000" };
    expect((await turnOffSecondFactor(ctx, wrong)).kind).toBe("wrong_code");
    expect(await notified()).toEqual([]);
    const renewed = await renewRecoveryCodes(ctx, { password: PASSWORD, code: person.codeOf(secret) });
    if (renewed.kind !== "renewed") throw new Error(renewed.kind);
    expect(await notified()).toEqual([changed("recovery_codes")]);
    const [code = ""] = renewed.recoveryCodes;
    expect((await turnOffSecondFactor(ctx, { password: PASSWORD, code })).kind).toBe("off");
    expect(await notified()).toEqual([changed("factor_off")]);
  });

  it("a recovery code was used to sign in, also from a device of theirs; not of a code of their app", async () => {
    const { secret, recoveryCodes } = await person.turnOn();
    await notified();
    const device = { userAgent: null, tokenHash: Buffer.alloc(32, 1) };
    const sign = async (code: string) => {
      const token = await person.challenge();
      return (await passSecondFactor(harness.services, { token, code }, device)).kind;
    };
    expect(await sign(person.codeOf(secret))).toBe("signed_in");
    expect(await notified()).toEqual([]);
    expect(await sign(recoveryCodes[0] ?? "")).toBe("signed_in");
    expect(await notified()).toEqual([changed("recovery_code_used")]);
    expect(await sign(recoveryCodes[0] ?? "")).toBe("wrong");
    expect(await notified()).toEqual([]);
  });

  it("an admin reset their second factor, and who", async () => {
    await person.turnOn();
    await notified();
    expect(await resetPersonSecondFactor(admin, ctx.actor.userId)).toEqual({ kind: "done" });
    expect(await notified()).toEqual([changed("factor_reset", admin.actor.name)]);
  });

  it("their codes were locked: whoever entered them knows the password; once for each lock-out", async () => {
    await person.turnOn();
    await notified();
    for (let lock = 0; lock < 2; lock += 1) {
      const token = await person.challenge();
      for (let n = 0; n < MAX_WRONG_CODES; n += 1) await person.pass(token, "000000");
      expect(await notified()).toEqual([]);
      for (let n = 0; n < 2; n += 1) expect((await person.pass(token, "000000")).kind).toBe("locked");
      expect(await notified()).toEqual([["codes_locked", ctx.actor.userId, null, null]]);
      harness.clock.advance(FIRST_LOCK_MS * 2 ** lock + 1);
    }
  });
});
