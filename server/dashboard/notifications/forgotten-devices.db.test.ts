import { beforeEach, describe, expect, it } from "vitest";
import { SESSION_SECONDS } from "../auth/open-session";
import type { Ctx } from "../context";
import { acceptLink } from "../people/commands/accept-link";
import { changeOwnPassword } from "../people/commands/change-own-password";
import { endOwnSessions } from "../people/commands/end-own-sessions";
import { makePersonLink } from "../people/commands/person-links";
import { endPersonSessions, resetPersonSecondFactor } from "../people/commands/reset-person-access";
import { deactivatePerson, reactivatePerson } from "../people/commands/set-person-active";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { PASSWORD, withSignedInPerson } from "@/tools/testing/dashboard/second-factor";
import { type Device, device, openOn, warnedOf } from "@/tools/testing/dashboard/devices";

const person = withSignedInPerson();
let harness: Harness;
let ctx: Ctx;

beforeEach(() => {
  ({ harness, ctx } = person.current());
});

const open = (on: Parameters<typeof openOn>[2], who = ctx) => openOn(harness, who, on);
const warned = () => warnedOf(harness);
const isWarned = async (): Promise<boolean> => (await warned()).length > 0;

/** Two devices on which the person signed in, and whose sessions have expired. */
async function devicesOfBefore(): Promise<[own: Device, other: Device]> {
  const [own, other] = [device(), device()];
  await open(own);
  await open(other);
  harness.clock.advance(SESSION_SECONDS * 1000 + 1);
  return [own, other];
}

describe("a device is new again", () => {
  it("after its session was ended by the person, or by an admin; not after a sign-out of another one on it", async () => {
    const [own, other] = [device(), device()];
    const mine = await open(own);
    const theirs = await open(other);
    await warned();
    await endOwnSessions(mine, { only: theirs.actor.sessionId });
    await open(own);
    expect(await isWarned()).toBe(false);
    await open(other);
    expect(await isWarned()).toBe(true);

    const admin = await harness.ctxOf("admin");
    await endPersonSessions(admin, { personId: ctx.actor.userId });
    await open(other);
    expect(await isWarned()).toBe(true);
  });

  it("after the end of all other sessions, also when its own had expired before; the present one is not", async () => {
    const [own, other] = await devicesOfBefore();
    // The first sign-in after it removes the expired sessions.
    const mine = await open(own);
    await open(own);
    await warned();
    await endOwnSessions(mine, "others");
    await open(own);
    expect(await isWarned()).toBe(false);
    await open(other);
    expect(await isWarned()).toBe(true);
  });

  it("after an admin ended all sessions, also when its own had expired before", async () => {
    const [own, other] = await devicesOfBefore();
    await open(own);
    await warned();
    await endPersonSessions(await harness.ctxOf("admin"), { personId: ctx.actor.userId });
    await open(other);
    expect(await isWarned()).toBe(true);
  });

  it("not after the end of one session of another device", async () => {
    const [own, other, third] = [device(), device(), device()];
    const mine = await open(own);
    const theirs = await open(other);
    await open(third);
    await warned();
    await endOwnSessions(mine, { only: theirs.actor.sessionId });
    await open(third);
    expect(await isWarned()).toBe(false);
  });

  it("after the person was deactivated and reactivated", async () => {
    const own = device();
    await open(own);
    await warned();
    const admin = await harness.ctxOf("admin");
    expect(await deactivatePerson(admin, ctx.actor.userId)).toEqual({ kind: "done" });
    expect(await reactivatePerson(admin, ctx.actor.userId)).toEqual({ kind: "done" });
    await open(own);
    expect(await isWarned()).toBe(true);
  });

  it.each(["with a session", "whose session has expired"])(
    "after a second factor was turned on, but for the one on which it was: one %s",
    async (which) => {
      const [own, other] = [device(), device()];
      await open(other);
      if (which !== "with a session") harness.clock.advance(SESSION_SECONDS * 1000 + 1);
      const mine = await open(own);
      await warned();
      await person.turnOn(mine);
      await open(own);
      expect(await isWarned()).toBe(false);
      await open(other);
      expect(await isWarned()).toBe(true);
    },
  );

  it("after an admin reset the second factor, also when its session had expired before", async () => {
    const own = device();
    const mine = await open(own);
    await person.turnOn(mine);
    harness.clock.advance(SESSION_SECONDS * 1000 + 1);
    await open(device());
    await warned();
    const admin = await harness.ctxOf("admin");
    expect(await resetPersonSecondFactor(admin, ctx.actor.userId)).toEqual({ kind: "done" });
    await open(own);
    expect(await isWarned()).toBe(true);
  });

  it("after a password was set with a link, but for the one on which it was", async () => {
    const [own, other] = await devicesOfBefore();
    await open(own);
    await warned();
    const made = await makePersonLink(await harness.ctxOf("admin"), ctx.actor.userId);
    if (made.kind !== "link") throw new Error(made.kind);
    const input = { token: made.path.split("/").at(-1), name: "Asha", password: "amber-canoe-lantern-7" };
    expect((await acceptLink(harness.services, input, own)).kind).toBe("signed_in");
    expect(await isWarned()).toBe(false);
    await open(other);
    expect(await isWarned()).toBe(true);
  });

  it("not when one of the person's sessions is left on it", async () => {
    const own = device();
    await open(own);
    const mine = await open(own);
    await endOwnSessions(mine, "others");
    await open(own);
    expect(await isWarned()).toBe(false);
  });

  it("after a new password, but for the one on which it was set", async () => {
    const [own, other] = [device(), device()];
    await open(other);
    const mine = await open(own);
    await warned();
    expect((await changeOwnPassword(mine, { current: PASSWORD, next: "amber-canoe-lantern-7" })).kind).toBe(
      "changed",
    );
    await open(own);
    expect(await isWarned()).toBe(false);
    await open(other);
    expect(await isWarned()).toBe(true);
  });
});
