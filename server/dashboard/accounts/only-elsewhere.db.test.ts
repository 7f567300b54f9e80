import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PERMISSIONS, roleAllows } from "@/lib/can";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { signIn } from "../auth/sign-in";
import { newToken } from "../auth/token";
import type { Ctx } from "../context";
import { acceptLink } from "../people/commands/accept-link";
import { invitePerson } from "../people/commands/invite-person";
import { makePersonLink } from "../people/commands/person-links";
import {
  deactivatePerson,
  reactivatePerson,
  removeFromFirstAccount,
} from "../people/commands/set-person-active";
import { findPerson, findSessionPerson, findSignedInPerson, lockPerson } from "../people/store";
import { lockRoleChanges } from "../people/store/roles";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { addGuest, inviteElsewhere, PASSWORD } from "@/tools/testing/dashboard/account-guest";
import { addMember } from "./commands/add-member";
import { setAccountClosed } from "./commands/change-account";
import { listAccountChoices } from "./queries/list-accounts";
import { findMemberRole } from "./store/members";

let harness: Harness;
let second: SecondAccount;
let admin: Ctx;
const elsewhere = () => Promise.resolve(true);

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
  admin = await harness.ctxOf("admin");
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

const invite = (fields?: Parameters<typeof inviteElsewhere>[2], ctx = admin) =>
  inviteElsewhere(ctx, second, fields);
const guest = (role?: string) => addGuest(harness, admin, second, role);

/** Until a transaction waits for an advisory lock. */
async function waitForLock(pool: Pool): Promise<void> {
  for (;;) {
    const waiting = await pool.query(
      "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
    );
    if (waiting.rowCount !== 0) return;
    await wait(20);
  }
}

describe("a person who is invited to one further account", () => {
  it("has a role there, none in the first, and signs in with their password", async () => {
    const { id, email, sessionId } = await guest();
    const { pool, clock } = harness.services;
    const there = await second.services();
    expect(await findMemberRole(there.pool, id)).toBe("finance");
    expect(await findMemberRole(pool, id)).toBeNull();
    expect(await findSessionPerson(pool, sessionId, clock.now())).toBeNull();
    expect(await findSignedInPerson(pool, sessionId, clock.now())).toMatchObject({ isOnlyElsewhere: true });
    expect(await findSessionPerson(there.pool, sessionId, clock.now())).toMatchObject({ role: "finance" });
    expect(await signIn(harness.services, { email, password: PASSWORD })).toMatchObject({
      kind: "signed_in",
    });
    const actor = { userId: id, email, name: "Asha", sessionId, role: "support" } as const;
    const choices = await listAccountChoices({ ...admin, actor }, harness.services, second.accounts);
    expect(choices.map(({ slug }) => slug)).toEqual(["second"]);
  });

  it("is warned of a sign-in from a new device in that account (0327)", async () => {
    const { id, email } = await guest();
    const there = await second.services();
    const on = (userAgent: string) => ({ userAgent, tokenHash: newToken().tokenHash });
    const events = async () =>
      (
        await there.pool.query<{ event: string }>(
          "select event from notification_events where recipients = $1",
          [[id]],
        )
      ).rows.map(({ event }) => event);
    const enter = async () => {
      const caller = { device: on("Firefox/140.0 (X11; Linux x86_64)"), network: "test" };
      expect((await signIn(harness.services, { email, password: PASSWORD }, caller)).kind).toBe("signed_in");
    };
    await enter();
    expect(await events()).toEqual([]);
    await enter();
    expect(await events()).toEqual(["new_device"]);
  });

  it("is in the audit logs of both accounts, and in neither people table when it fails", async () => {
    const { id } = await guest();
    const there = await second.services();
    const ofPerson = "select action from audit_log where subject_id = $1 order by id";
    const here = await harness.services.pool.query(ofPerson, [id]);
    expect(here.rows).toEqual([{ action: "person_invited" }, { action: "person_link_used" }]);
    expect((await there.pool.query(ofPerson, [id])).rows).toEqual([{ action: "person_added" }]);

    const email = `${randomUUID()}@example.com`;
    await harness.pool.query(`
      create function fill_disk() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$;
      create trigger fill_disk before insert on account_2.audit_log for each row execute function fill_disk()`);
    await expect(invite({ email })).rejects.toThrow("disk full");
    await harness.pool.query("drop function fill_disk cascade");
    for (const db of [harness.services.pool, there.pool]) {
      expect((await db.query("select 1 from people where email = $1", [email])).rowCount).toBe(0);
    }
  });

  it("is invited by admins of the first account alone, to an account that is open", async () => {
    for (const ctx of [await harness.ctxOf("finance"), await second.ctxOf("admin")])
      expect(await invite({}, ctx)).toEqual({ kind: "forbidden" });
    for (const account of ["nowhere", "main"])
      expect(await invite({ account })).toEqual({ kind: "invalid", faults: ["account"] });
    await setAccountClosed(admin, { id: 2, isClosed: true });
    expect(await invite()).toEqual({ kind: "invalid", faults: ["account"] });
    await setAccountClosed(admin, { id: 2, isClosed: false });
    const { email } = await guest();
    expect(await invite({ email })).toMatchObject({ kind: "taken" });
  });

  it("can be given a role in a third account by e-mail, but not once deactivated", async () => {
    const third = await addSecondAccount(harness, "third");
    const { id, email } = await guest();
    const there = await third.ctxOf("admin");
    expect(await addMember(there, { email, role: "ops" }, harness.services.pool)).toEqual({ kind: "added" });
    expect(await deactivatePerson(admin, id)).toEqual({ kind: "done" });
    for (const account of [second, third])
      expect(await findMemberRole((await account.services()).pool, id)).toBeNull();
    expect(await signIn(harness.services, { email, password: PASSWORD })).toEqual({ kind: "wrong" });
    expect(await addMember(there, { email, role: "ops" }, harness.services.pool)).toEqual({ kind: "nobody" });
    await harness.pool.query("delete from accounts where slug = 'third'");
    await third.stop();
  });
});

describe("a person of the first account", () => {
  it("loses their role there, keeps those of other accounts, and can get it back", async () => {
    const { actor } = await harness.ctxOf("ops");
    await second.ctxOf("finance", actor);
    const there = await second.services();
    const roles = async () => [
      await findMemberRole(harness.services.pool, actor.userId),
      await findMemberRole(there.pool, actor.userId),
    ];
    const none = () => Promise.resolve(false);
    expect(await removeFromFirstAccount(admin, actor.userId, none)).toEqual({ kind: "no_other_account" });
    expect(await removeFromFirstAccount(admin, actor.userId, elsewhere)).toEqual({ kind: "done" });
    expect(await roles()).toEqual([null, "finance"]);
    const { pool, clock } = harness.services;
    expect(await findSignedInPerson(pool, actor.sessionId, clock.now())).toBeNull();
    expect(await reactivatePerson(admin, actor.userId)).toEqual({ kind: "done" });
    expect(await roles()).toEqual(["ops", "finance"]);
    expect((await findPerson(pool, actor.userId))?.isOnlyElsewhere).toBe(false);
  });

  it("is deactivated everywhere, also from having roles in other accounts alone, and comes back everywhere", async () => {
    const { actor } = await harness.ctxOf("ops");
    await second.ctxOf("finance", actor);
    const there = await second.services();
    await removeFromFirstAccount(admin, actor.userId, elsewhere);
    expect(await deactivatePerson(admin, actor.userId)).toEqual({ kind: "done" });
    expect(await findMemberRole(there.pool, actor.userId)).toBeNull();
    expect(await reactivatePerson(admin, actor.userId)).toEqual({ kind: "done" });
    expect(await findMemberRole(there.pool, actor.userId)).toBe("finance");
  });

  it("does not come back in another account by somebody whose role does not cover theirs there", async () => {
    const { actor } = await harness.ctxOf("support");
    await second.ctxOf("admin", actor);
    const manager = await harness.ctxOf(
      composed([...PERMISSIONS.filter((each) => roleAllows("support", each)), "manage_people"]),
    );
    expect(await deactivatePerson(admin, actor.userId)).toEqual({ kind: "done" });
    expect(await reactivatePerson(manager, actor.userId)).toEqual({ kind: "exceeds" });
    expect(await findMemberRole((await second.services()).pool, actor.userId)).toBeNull();
    expect(await reactivatePerson(admin, actor.userId)).toEqual({ kind: "done" });
    // Removed there by its own admins, they come back in the first account alone.
    await harness.pool.query("update account_2.people set deactivated_at = now() where id = $1", [
      actor.userId,
    ]);
    expect(await deactivatePerson(manager, actor.userId)).toEqual({ kind: "done" });
    expect(await reactivatePerson(manager, actor.userId)).toEqual({ kind: "done" });
    await deactivatePerson(admin, manager.actor.userId);
    expect(await findMemberRole((await second.services()).pool, actor.userId)).toBeNull();
  });

  it("is added elsewhere while an admin of the first account acts on them: neither waits for the other", async () => {
    const { actor } = await harness.ctxOf("support");
    const there = await second.ctxOf("admin");
    const outcome = await inTransaction(harness.services.pool, async (db) => {
      // Every action on a person takes this lock; it is held while the role is added.
      await lockRoleChanges(db);
      const added = addMember(there, { email: actor.email, role: "ops" }, harness.services.pool);
      await waitForLock(harness.pool);
      await db.query("set local lock_timeout = '2s'");
      await lockPerson(db, actor.userId);
      return { added };
    });
    expect(await outcome.added).toEqual({ kind: "added" });
  });

  it("is given nothing elsewhere while somebody who is no admin could have set their password (decision 0302)", async () => {
    const manager = await harness.ctxOf(composed(["manage_people", "view_payments"]));
    const reader = composed(["view_payments"]);
    await harness.ctxOf(reader);
    const email = `${randomUUID()}@example.com`;
    const invited = await invitePerson(manager, { email, name: "Boss", role: reader.id });
    if (invited.kind !== "link") throw new Error(invited.kind);
    const accept = (path: string) =>
      acceptLink(harness.services, { token: path.split("/").at(-1), name: "Boss", password: PASSWORD });
    const there = await second.ctxOf("admin");
    const add = () => addMember(there, { email, role: "admin" }, harness.services.pool);
    expect(await add(), "the link is open").toEqual({ kind: "unconfirmed" });
    expect((await accept(invited.path)).kind).toBe("signed_in");
    expect(await add(), "the link was used").toEqual({ kind: "unconfirmed" });
    const { pool } = await second.services();
    expect(await findMemberRole(pool, invited.personId)).toBeNull();

    const again = await makePersonLink(admin, invited.personId);
    if (again.kind !== "link") throw new Error(again.kind);
    expect(await add(), "the admin's link was not used").toEqual({ kind: "unconfirmed" });
    expect((await accept(again.path)).kind).toBe("signed_in");
    expect(await add()).toEqual({ kind: "added" });
    await harness.pool.query("update people set deactivated_at = now() where id = $1", [
      manager.actor.userId,
    ]);
  });

  it("is not removed as the last active admin", async () => {
    const { rows } = await harness.pool.query<{ id: string }>(
      "select id from people where role = 'admin' and deactivated_at is null",
    );
    const outcomes = [];
    // Themselves last: from then on they are no admin.
    rows.sort((one) => (one.id === admin.actor.userId ? 1 : -1));
    for (const { id } of rows) outcomes.push(await removeFromFirstAccount(admin, id, elsewhere));
    expect(outcomes.filter(({ kind }) => kind === "last_admin")).toHaveLength(1);
    for (const { id } of rows) await reactivatePerson(admin, id);
  });

  it("given a role again by any statement is no longer of other accounts alone", async () => {
    const { actor } = await harness.ctxOf("ops");
    await removeFromFirstAccount(admin, actor.userId, elsewhere);
    const { pool } = harness;
    await pool.query("update people set deactivated_at = null where id = $1", [actor.userId]);
    await pool.query("update people set deactivated_at = now() where id = $1", [actor.userId]);
    expect((await findPerson(pool, actor.userId))?.isOnlyElsewhere).toBe(false);
  });
});
