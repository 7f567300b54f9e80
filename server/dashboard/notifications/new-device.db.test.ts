import { beforeEach, describe, expect, it } from "vitest";
import { DEVICE_SECONDS } from "../auth/open-session";
import { signIn } from "../auth/sign-in";
import { signInByProvider } from "../auth/sign-in-by-provider";
import { passSecondFactor } from "../auth/pass-second-factor";
import type { Ctx } from "../context";
import { acceptLink } from "../people/commands/accept-link";
import { invitePerson } from "../people/commands/invite-person";
import { makePersonLink } from "../people/commands/person-links";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { PASSWORD, withSignedInPerson } from "@/tools/testing/dashboard/second-factor";
import { CHROME, type Device, device, openOn, warnedOf } from "@/tools/testing/dashboard/devices";

const IPHONE = "Mozilla/5.0 (iPhone) AppleWebKit/605 Version/19.0 Safari/604.1";

const person = withSignedInPerson();
let harness: Harness;
let ctx: Ctx;

beforeEach(() => {
  ({ harness, ctx } = person.current());
});

const open = (on: Parameters<typeof openOn>[2], who = ctx) => openOn(harness, who, on);
const warned = () => warnedOf(harness);
const isWarned = async (): Promise<boolean> => (await warned()).length > 0;

/** The test's clock moves by itself, so only the minute is compared. */
const atNow = (): unknown => expect.stringContaining(harness.clock.now().toISOString().slice(0, 16));

describe("a sign-in", () => {
  it("with the person's first device warns nobody, with another one the person, once for each device", async () => {
    const [laptop, phone] = [device(), device(IPHONE)];
    await open(laptop);
    await open(laptop);
    expect(await warned()).toEqual([]);
    await open(phone);
    expect(await warned()).toEqual([
      [ctx.actor.userId, { browser: "Safari", system: "iPhone", at: atNow() }],
    ]);
    for (const on of [phone, laptop, phone]) await open(on);
    expect(await warned()).toEqual([]);
  });

  it("with a browser of the same kind on another machine warns, and an update of the browser does not", async () => {
    const laptop = device();
    await open(laptop);
    await open({ ...laptop, userAgent: CHROME.replace("140", "141") });
    expect(await isWarned()).toBe(false);
    await open(device(CHROME));
    expect(await isWarned()).toBe(true);
  });

  it("on a device that a colleague uses warns: a device is known for one person", async () => {
    const [shared, own] = [device(), device()];
    const colleague = await harness.ctxOf("finance");
    await open(shared);
    await open(own, colleague);
    expect(await isWarned()).toBe(false);
    await open(shared, colleague);
    expect((await warned()).map(([personId]) => personId)).toEqual([colleague.actor.userId]);
    await open(shared);
    expect(await isWarned()).toBe(false);
  });

  it("without a cookie warns each time", async () => {
    await open(device());
    for (let time = 0; time < 2; time += 1) {
      await open({ userAgent: null, tokenHash: null });
      expect(await isWarned()).toBe(true);
    }
  });

  it("after more than the cookie's time warns, also when no other device is left; each use extends it", async () => {
    const laptop = device();
    await open(laptop);
    for (let time = 0; time < 2; time += 1) {
      harness.clock.advance((DEVICE_SECONDS - 60) * 1000);
      await open(laptop);
      expect(await isWarned()).toBe(false);
    }
    harness.clock.advance(DEVICE_SECONDS * 1000);
    await open(laptop);
    expect(await isWarned()).toBe(true);
  });

  it("keeps fifty devices of a person: those used last", async () => {
    const devices: Device[] = [];
    for (let n = 0; n < 52; n += 1) {
      harness.clock.advance(1_000);
      devices.push(device());
      await open(devices[n] ?? device());
    }
    await warned();
    await open(devices[2] ?? device());
    expect(await isWarned()).toBe(false);
    await open(devices[0] ?? device());
    expect(await isWarned()).toBe(true);
  });

  it("is stored by the hash of the cookie, of which nothing leads back to the cookie or the browser", async () => {
    const on = device();
    await open(on);
    const { rows } = await harness.pool.query<Record<string, unknown>>("select * from person_devices");
    expect(rows).toHaveLength(1);
    const [row] = rows;
    expect(row).toMatchObject({
      person_id: ctx.actor.userId,
      token_hash: on.tokenHash,
      last_used_at: row?.first_used_at,
    });
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      "expires_at",
      "first_used_at",
      "last_used_at",
      "person_id",
      "token_hash",
    ]);
  });
});

describe("each way to sign in", () => {
  const caller = (on: Device) => ({ device: on, network: "test" });
  const email = (): string => ctx.actor.email;

  it("by password is known by its device", async () => {
    const on = device();
    await signIn(harness.services, { email: email(), password: PASSWORD }, caller(on));
    await signIn(harness.services, { email: email(), password: PASSWORD }, caller(on));
    expect(await isWarned()).toBe(false);
    await signIn(harness.services, { email: email(), password: PASSWORD }, caller(device()));
    expect(await isWarned()).toBe(true);
  });

  it("by an identity provider is known by its device", async () => {
    const claims = { email: email(), email_verified: true };
    const on = device();
    await signInByProvider(harness.services, claims, on);
    await signInByProvider(harness.services, claims, on);
    expect(await isWarned()).toBe(false);
    await signInByProvider(harness.services, claims, device());
    expect(await isWarned()).toBe(true);
  });

  it("with a second factor warns when the code was right, and not after the password alone", async () => {
    await open(device());
    const { secret } = await person.turnOn();
    const asked = await signIn(harness.services, { email: email(), password: PASSWORD }, caller(device()));
    if (asked.kind !== "second_factor") throw new Error(asked.kind);
    expect(await isWarned()).toBe(false);
    const code = person.codeOf(secret);
    await passSecondFactor(harness.services, { token: asked.token, code }, device());
    expect(await isWarned()).toBe(true);
  });

  it("from an invitation warns nobody; from a later link, on another device, it does", async () => {
    const admin = await harness.ctxOf("admin");
    const accept = async (path: string, on: Device) => {
      const token = path.split("/").at(-1);
      return acceptLink(harness.services, { token, name: "Nila", password: "amber-canoe-lantern-7" }, on);
    };
    const invited = await invitePerson(admin, { name: "Nila", email: "nila@example.com", role: "ops" });
    if (invited.kind !== "link") throw new Error(invited.kind);
    const own = device();
    const first = await accept(invited.path, own);
    if (first.kind !== "signed_in") throw new Error(first.kind);
    expect(await isWarned()).toBe(false);
    for (const [on, isNew] of [
      [own, false],
      [device(), true],
    ] as const) {
      const again = await makePersonLink(admin, first.userId);
      if (again.kind !== "link") throw new Error(again.kind);
      await accept(again.path, on);
      expect(await isWarned()).toBe(isNew);
    }
  });
});
