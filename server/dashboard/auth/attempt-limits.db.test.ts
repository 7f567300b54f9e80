import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { UNKNOWN_DEVICE } from "./sign-in-device";
import { changeOwnPassword } from "../people/commands/change-own-password";
import { insertPerson } from "../people/store/people";
import { findSessionPerson } from "../people/store/sessions";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { WINDOW_MS } from "./attempt-limits";
import { HashQueue } from "./hash-queue";
import { hashPassword } from "./password";
import { signIn } from "./sign-in";

const EMAIL = "finance@example.com";
const PASSWORD = "test-password-one";
const HERE = "203.0.113.0/24";
const THERE = "198.51.100.0/24";
let harness: Harness;
let passwordHash: string;

beforeAll(async () => {
  harness = await startHarness();
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  await harness.reset();
  const person = { id: randomUUID(), email: EMAIL, name: "Fin", role: "finance", passwordHash } as const;
  await insertPerson(harness.pool, person, harness.clock.now());
});
afterAll(() => harness.stop());

const enter = (network: string, email = EMAIL, password = PASSWORD, services = harness.services) =>
  signIn(services, { email, password }, { device: UNKNOWN_DEVICE, network });
const spray = (network: string, count: number, services = harness.services) =>
  Promise.all(
    Array.from({ length: count }, () => enter(network, `${randomUUID()}@example.com`, "wrong", services)),
  );
const kinds = (outcomes: readonly { kind: string }[]) => outcomes.map(({ kind }) => kind).sort();

it("evaluates thirty of sixty addresses tried with one password, also by two processes at once", async () => {
  const outcomes = await Promise.all([spray(HERE, 30), spray(HERE, 30, harness.connect())]);
  // The literal number: raising a limit elsewhere must not raise this one.
  expect(kinds(outcomes.flat())).toEqual(
    [...Array<string>(30).fill("limited"), ...Array<string>(30).fill("wrong")].sort(),
  );
  expect((await enter(HERE)).kind).toBe("limited");
  expect((await enter(THERE)).kind).toBe("signed_in");
  const limited = (await harness.audit()).filter(({ action }) => action === "sign_in_limited");
  expect(limited).toMatchObject([{ subject_id: `network ${HERE}` }]);
});

it("is over with its window", async () => {
  await spray(HERE, 31);
  const outcome = await enter(HERE);
  if (outcome.kind !== "limited") throw new Error(outcome.kind);
  expect(outcome.until.getTime() - harness.clock.now().getTime()).toBeLessThanOrEqual(WINDOW_MS);
  harness.clock.advance(WINDOW_MS);
  expect((await enter(HERE)).kind).toBe("signed_in");
});

it("counts no right password, however many come from one office", async () => {
  const services = { ...harness.services, signInLimits: { failuresPerNetwork: 2, failuresInTotal: 2 } };
  for (let count = 0; count < 5; count += 1) {
    expect((await enter(HERE, EMAIL, PASSWORD, services)).kind).toBe("signed_in");
  }
});

it("limits all networks together, but not one that somebody signed in from before", async () => {
  const services = { ...harness.services, signInLimits: { failuresPerNetwork: 30, failuresInTotal: 40 } };
  expect((await enter(HERE, EMAIL, PASSWORD, services)).kind).toBe("signed_in");
  await spray(THERE, 25, services);
  await spray("192.0.2.0/24", 25, services);
  expect((await enter("192.0.2.0/24", EMAIL, PASSWORD, services)).kind).toBe("limited");
  expect((await enter("2001:db8::/48", EMAIL, PASSWORD, services)).kind).toBe("limited");
  expect((await enter(HERE, EMAIL, PASSWORD, services)).kind).toBe("signed_in");
});

it("refuses what the queue of hashes has no room for, and counts it against nobody", async () => {
  const hashQueue = new HashQueue({ atOnce: 1, waiting: 0 });
  const services = {
    ...harness.services,
    hashQueues: { ...harness.services.hashQueues, anonymous: hashQueue },
  };
  let end = (): void => undefined;
  const held = hashQueue.run(() => new Promise<void>((resolve) => (end = resolve)));
  expect(await enter(HERE, EMAIL, PASSWORD, services)).toEqual({ kind: "busy", retryAfterSeconds: 2 });
  end();
  await held;
  const counts = await harness.pool.query("select scope, failures from attempt_counts order by scope");
  expect(counts.rows).toEqual([
    { scope: `network ${HERE}`, failures: 0 },
    { scope: "passwords", failures: 0 },
  ]);
  expect((await harness.pool.query("select from sign_in_failures")).rowCount).toBe(0);
  expect((await enter(HERE, EMAIL, PASSWORD, services)).kind).toBe("signed_in");
});

it("evaluates the password of a signed-in person while anonymous ones fill their queue", async () => {
  const anonymous = new HashQueue({ atOnce: 1, waiting: 0 });
  let end = (): void => undefined;
  const held = anonymous.run(() => new Promise<void>((resolve) => (end = resolve)));
  const session = await enter(HERE);
  if (session.kind !== "signed_in") throw new Error(session.kind);
  const actor = await findSessionPerson(harness.pool, session.sessionId, harness.clock.now());
  if (actor === null) throw new Error("no session");
  const ctx = await harness.ctxOf("finance", actor);
  const hashQueues = { ...harness.services.hashQueues, anonymous };
  const changed = await changeOwnPassword(
    { ...ctx, hashQueues },
    { current: PASSWORD, next: "amber-canoe-lantern-7" },
  );
  expect(changed.kind).toBe("changed");
  end();
  await held;
});

it("removes counts that say nothing any more, and keeps networks that are known", async () => {
  await spray(THERE, 1);
  await enter(HERE);
  harness.clock.advance(WINDOW_MS + 1);
  await enter("2001:db8::/48");
  const { rows } = await harness.pool.query<{ scope: string }>("select scope from attempt_counts");
  expect(rows.map(({ scope }) => scope).sort()).toEqual([
    "network 2001:db8::/48",
    `network ${HERE}`,
    "passwords",
  ]);
});
