import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES, roleAllows, type Role } from "@/lib/can";
import { LOCK_MS, MAX_FAILURES } from "../../auth/attempts";
import { hashPassword } from "../../auth/password";
import { signIn } from "../../auth/sign-in";
import type { Ctx } from "../../context";
import { listPeople } from "../queries/list-people";
import { readPerson } from "../queries/read-person";
import { insertPerson } from "../store/people";
import { findLinkedPerson } from "../store/person-links";
import { findSessionPerson } from "../store/sessions";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { hashOfToken } from "../../auth/token";
import { acceptLink } from "./accept-link";
import { changeRole } from "./change-role";
import { invitePerson } from "./invite-person";
import { LINK_MS } from "./make-link";
import { makePersonLink, withdrawPersonLink } from "./person-links";
import { endPersonSessions, resetPersonSecondFactor, unlockSignIn } from "./reset-person-access";
import { deactivatePerson, reactivatePerson } from "./set-person-active";

const PASSWORD = "violet-tram-otter-42";
let harness: Harness;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  admin = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

const invite = async (email = "new@example.com", role: Role = "ops") => {
  const outcome = await invitePerson(admin, { email, name: "Nila", role });
  if (outcome.kind !== "link") throw new Error(outcome.kind);
  return { personId: outcome.personId, token: decodeURIComponent(outcome.path.split("/").at(-1) ?? "") };
};
const accept = (token: string, password = PASSWORD) =>
  acceptLink(harness.services, { token, name: "Nila R", password });
const enter = (email: string, password = PASSWORD) => signIn(harness.services, { email, password });
const isIn = async (ctx: Ctx): Promise<boolean> =>
  (await findSessionPerson(harness.pool, ctx.actor.sessionId, harness.clock.now())) !== null;
const actions = async () => (await harness.audit()).map((row) => row.action);

describe("an invitation", () => {
  it("lets the invited person choose a password and signs them in, and nobody before that", async () => {
    const { token, personId } = await invite("New@Example.com ");
    expect((await enter("new@example.com")).kind).toBe("wrong");
    const accepted = await accept(token);
    if (accepted.kind !== "signed_in") throw new Error(accepted.kind);
    const session = await findSessionPerson(harness.pool, accepted.sessionId, harness.clock.now());
    expect(session).toMatchObject({ userId: personId, name: "Nila R", role: "ops" });
    expect(await enter("new@example.com")).toMatchObject({ kind: "signed_in", userId: personId });
    expect(await readPerson(admin, personId)).toMatchObject({ name: "Nila R", role: "ops", state: "active" });
    expect(await actions()).toEqual(["person_invited", "person_link_used", "signed_in", "signed_in"]);
  });

  it("keeps when the person was last active after their sessions have expired, on their page as in the list", async () => {
    const { personId, token } = await invite();
    expect((await accept(token)).kind).toBe("signed_in");
    const page = await readPerson(admin, personId);
    expect(page?.lastUsedAt).not.toBeNull();
    await harness.pool.query("update sessions set expires_at = $2 where person_id = $1", [
      personId,
      harness.clock.now(),
    ]);
    const later = await readPerson(admin, personId);
    const [listed] = (await listPeople(admin)).filter((row) => row.id === personId);
    expect(later).toMatchObject({ sessions: [], lastUsedAt: page?.lastUsedAt });
    expect(listed?.lastUsedAt).toBe(page?.lastUsedAt);
  });

  it("works once, however many try at the same time", async () => {
    const { token } = await invite();
    const outcomes = await Promise.all(
      ["one", "two", "three"].map((word) => accept(token, `${word}-tram-otter-42`)),
    );
    expect(outcomes.filter((outcome) => outcome.kind === "signed_in")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.kind === "gone")).toHaveLength(2);
    expect(await accept(token)).toEqual({ kind: "gone" });
  });

  it("is kept as a hash only", async () => {
    const { token } = await invite();
    const { rows } = await harness.pool.query<{ text: string }>("select l::text as text from person_links l");
    expect(rows[0]?.text).not.toContain(token);
    expect(JSON.stringify(await harness.audit())).not.toContain(token);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["it ran out", () => Promise.resolve(harness.clock.advance(LINK_MS))],
    ["it was revoked", (id) => withdrawPersonLink(admin, id)],
    ["a new one was made", (id) => makePersonLink(admin, id)],
    ["the person was deactivated", (id) => deactivatePerson(admin, id)],
  ])("does not work once %s", async (_name, end) => {
    const { token, personId } = await invite();
    await end(personId);
    expect(await accept(token)).toEqual({ kind: "gone" });
    expect(await enter("new@example.com")).toEqual({ kind: "wrong" });
  });

  it.each([
    ["short", "too_short"],
    ["Password1234!", "well_known"],
    ["abababababab", "well_known"],
    ["123456789012", "well_known"],
    ["new@example.com", "like_yourself"],
  ])("refuses the password %j", async (password, fault) => {
    const { token } = await invite();
    expect(await accept(token, password)).toEqual({ kind: "invalid", name: false, password: fault });
    expect((await accept(token)).kind).toBe("signed_in");
  });

  it.each(["", "not-a-token", "x".repeat(43)])("is not guessed by %j", async (token) => {
    await invite();
    expect(await accept(token)).toEqual({ kind: "gone" });
  });

  it("is not made for an e-mail that somebody has, in whatever case", async () => {
    const { personId } = await invite();
    expect(await invitePerson(admin, { email: "NEW@example.com", name: "X", role: "admin" })).toEqual({
      kind: "taken",
      personId,
    });
  });

  it("has one spelling of an internationalised domain, by which the person signs in with any", async () => {
    const { token, personId } = await invite("asha@bücher.example");
    expect((await accept(token)).kind).toBe("signed_in");
    for (const email of ["ASHA@BU\u0308CHER.example", "asha@xn--bcher-kva.example"]) {
      expect(await invitePerson(admin, { email, name: "X", role: "ops" })).toEqual({
        kind: "taken",
        personId,
      });
      expect((await enter(email)).kind).toBe("signed_in");
    }
  });

  it("tells every fault at its field", async () => {
    const outcome = await invitePerson(admin, { email: "no address", name: " ", role: "owner" });
    expect(outcome).toEqual({ kind: "invalid", faults: ["email", "name", "role"] });
    expect(await invitePerson(admin, { email: "a@b.example", name: "two\nlines", role: "ops" })).toEqual({
      kind: "invalid",
      faults: ["name"],
    });
  });

  it("for somebody who forgot their password ends every session they have", async () => {
    const ops = await harness.ctxOf("ops");
    const made = await makePersonLink(admin, ops.actor.userId);
    if (made.kind !== "link") throw new Error(made.kind);
    expect(await isIn(ops)).toBe(true);
    expect((await accept(made.path.split("/").at(-1) ?? "")).kind).toBe("signed_in");
    expect(await isIn(ops)).toBe(false);
    expect((await enter(ops.actor.email)).kind).toBe("signed_in");
  });

  it("is not made by an admin for themselves: a stolen session would not need the present password", async () => {
    expect(await makePersonLink(admin, admin.actor.userId)).toEqual({ kind: "own" });
    const { rows } = await harness.pool.query("select 1 from person_links where person_id = $1", [
      admin.actor.userId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("a change is effective at the next request (failure 35)", () => {
  it("of the role", async () => {
    const ops = await harness.ctxOf("ops");
    expect(await changeRole(admin, { personId: ops.actor.userId, role: "support" })).toEqual({
      kind: "done",
    });
    expect(await isIn(ops)).toBe(false);
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "person_role_changed",
      subject_id: ops.actor.userId,
      detail: { from: "ops", to: "support", email: ops.actor.email },
    });
  });

  it("of being deactivated, and reactivation brings no session back", async () => {
    const ops = await harness.ctxOf("ops");
    expect(await deactivatePerson(admin, ops.actor.userId)).toEqual({ kind: "done" });
    expect(await isIn(ops)).toBe(false);
    expect(await deactivatePerson(admin, ops.actor.userId)).toEqual({ kind: "unchanged" });
    expect(await reactivatePerson(admin, ops.actor.userId)).toEqual({ kind: "done" });
    expect(await isIn(ops)).toBe(false);
    expect(await actions()).toEqual(["person_deactivated", "person_reactivated"]);
  });

  it("of a revoked session, and of that one alone", async () => {
    const ops = await harness.ctxOf("ops");
    const { userId, email } = ops.actor;
    await harness.pool.query("update people set password_hash = $2 where id = $1", [
      userId,
      await hashPassword(PASSWORD),
    ]);
    const [one, two] = [await enter(email), await enter(email)];
    if (one.kind !== "signed_in" || two.kind !== "signed_in") throw new Error("not signed in");
    expect(await endPersonSessions(admin, { personId: userId, sessionId: one.sessionId })).toEqual({
      kind: "done",
    });
    const holds = (id: string) => findSessionPerson(harness.pool, id, harness.clock.now());
    expect(await holds(one.sessionId)).toBeNull();
    expect(await holds(two.sessionId)).not.toBeNull();
    expect(await endPersonSessions(admin, { personId: userId })).toEqual({ kind: "done" });
    expect(await holds(two.sessionId)).toBeNull();
    expect(await endPersonSessions(admin, { personId: userId })).toEqual({ kind: "unchanged" });
  });

  it("a session of somebody else is not ended under another's name", async () => {
    const [ops, other] = [await harness.ctxOf("ops"), await harness.ctxOf("ops")];
    const input = { personId: other.actor.userId, sessionId: ops.actor.sessionId };
    expect(await endPersonSessions(admin, input)).toEqual({ kind: "unchanged" });
    expect(await isIn(ops)).toBe(true);
  });
});

describe("one active admin always remains", () => {
  it("the last one cannot be demoted or deactivated by anybody", async () => {
    const own = admin.actor.userId;
    expect(await changeRole(admin, { personId: own, role: "ops" })).toEqual({ kind: "last_admin" });
    expect(await deactivatePerson(admin, own)).toEqual({ kind: "last_admin" });
    expect(await isIn(admin)).toBe(true);
    expect(await actions()).toEqual([]);
  });

  it("somebody who has only been invited as an admin does not count", async () => {
    await invite("boss@example.com", "admin");
    expect((await deactivatePerson(admin, admin.actor.userId)).kind).toBe("last_admin");
  });

  it("when two demote each other at once, the second is no admin any more", async () => {
    for (let round = 0; round < 10; round += 1) {
      await harness.reset();
      const [one, two] = [await harness.ctxOf("admin"), await harness.ctxOf("admin")];
      const outcomes = await Promise.all([
        changeRole(one, { personId: two.actor.userId, role: "ops" }),
        deactivatePerson(two, one.actor.userId),
      ]);
      expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["done", "forbidden"]);
    }
  });

  it("and SQL past the application is refused as well", async () => {
    await expect(harness.pool.query("delete from people")).rejects.toThrow(
      "a person who can manage people must remain",
    );
    await expect(harness.pool.query("update people set role = 'ops'")).rejects.toThrow("must remain");
  });
});

describe("somebody who is locked out", () => {
  it("is let in again by an admin, at once", async () => {
    const { token, personId } = await invite();
    await accept(token);
    await harness.pool.query(
      "insert into sign_in_failures (email, failures, last_failed_at) values ('new@example.com', $1, $2)",
      [MAX_FAILURES, harness.clock.now()],
    );
    expect((await enter("new@example.com")).kind).toBe("locked");
    expect((await listPeople(admin)).find((row) => row.id === personId)?.lockedUntil).not.toBeNull();
    expect(await unlockSignIn(admin, personId)).toEqual({ kind: "done" });
    expect((await enter("new@example.com")).kind).toBe("signed_in");
    expect(await unlockSignIn(admin, personId)).toEqual({ kind: "unchanged" });
  });

  it("is not reported as locked once the time is over", async () => {
    const { personId } = await invite();
    await harness.pool.query(
      "insert into sign_in_failures (email, failures, last_failed_at, locked_until) values ('new@example.com', 11, $1, $2)",
      [harness.clock.now(), new Date(harness.clock.now().getTime() + LOCK_MS)],
    );
    expect((await readPerson(admin, personId))?.lockedUntil).not.toBeNull();
    harness.clock.advance(LOCK_MS);
    expect((await readPerson(admin, personId))?.lockedUntil).toBeNull();
  });
});

const PERMISSIONS: readonly [string, (ctx: Ctx, personId: string) => Promise<{ kind: string }>][] = [
  ["invite", (ctx) => invitePerson(ctx, { email: `${randomUUID()}@example.com`, name: "N", role: "ops" })],
  ["change a role", (ctx, personId) => changeRole(ctx, { personId, role: "admin" })],
  ["deactivate", deactivatePerson],
  ["reactivate", reactivatePerson],
  ["make a link", makePersonLink],
  ["revoke a link", withdrawPersonLink],
  ["reset a second factor", resetPersonSecondFactor],
  ["end sessions", (ctx, personId) => endPersonSessions(ctx, { personId })],
  ["unlock", unlockSignIn],
];

describe.each(PERMISSIONS)("to %s", (_name, act) => {
  it.each(ROLES.filter((role) => !roleAllows(role, "manage_people")))(
    "%s is refused, and the attempt is audited (failure 33)",
    async (role) => {
      const ctx = await harness.ctxOf(role);
      const target = await harness.ctxOf("support");
      expect(await act(ctx, target.actor.userId)).toEqual({ kind: "forbidden" });
      expect(await harness.audit()).toMatchObject([
        { action: "forbidden", actor_email: ctx.actor.email, detail: { deed: "manage_people", role } },
      ]);
      expect(await isIn(target)).toBe(true);
    },
  );

  it("needs its audit row: without it nothing happens (failure 38)", async () => {
    const { personId } = await invite();
    const other = await harness.ctxOf("support");
    const before = await everything();
    const mend = await harness.breakAudit();
    for (const target of [personId, other.actor.userId]) {
      await act(admin, target).catch(() => null);
    }
    await mend();
    expect(await everything()).toEqual(before);
  });

  it("a made-up person is not found", async () => {
    for (const id of [randomUUID(), "x'; drop table people", ""]) {
      expect(["not_found", "link"]).toContain((await act(admin, id)).kind);
    }
  });
});

async function everything(): Promise<unknown[]> {
  const tables = ["people", "sessions", "person_links", "second_factors", "sign_in_failures"];
  const read = (name: string) => harness.pool.query<object>(`select * from ${name} order by 1, 2`);
  return (await Promise.all(tables.map(read))).map(({ rows }) => rows);
}

it("a link of a person is found by nothing but its token", async () => {
  const { token } = await invite();
  const hash = hashOfToken(token);
  expect(hash).not.toBeNull();
  await insertPerson(
    harness.pool,
    { id: randomUUID(), email: "p@example.com", name: "P", role: "ops", passwordHash: "x" },
    harness.clock.now(),
  );
  const found = await findLinkedPerson(harness.pool, hash ?? Buffer.alloc(0), harness.clock.now());
  expect(found?.email).toBe("new@example.com");
});
