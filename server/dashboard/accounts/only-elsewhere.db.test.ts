import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PERMISSIONS, roleAllows } from "@/lib/can";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { signIn } from "../auth/sign-in";
import { newToken } from "../auth/token";
import { bulkApprovalDecided } from "../bulk/jobs/bulk-approval-decided";
import { resumeBulkRun } from "../bulk/commands/resume-bulk-run";
import type { Ctx } from "../context";
import { changeRole } from "../people/commands/change-role";
import { acceptLink } from "../people/commands/accept-link";
import { invitePerson } from "../people/commands/invite-person";
import { makePersonLink } from "../people/commands/person-links";
import {
  deactivatePerson,
  reactivatePerson,
  removeFromFirstAccount,
} from "../people/commands/set-person-active";
import { findPerson, findSessionPerson, findSignedInPerson, lockPerson, updateRole } from "../people/store";
import { lockRoleChanges } from "../people/store/roles";
import { changeSchedule } from "../scheduled-exports/commands/change-schedule";
import { composed } from "../testing/composed-role";
import { type Harness, startHarness } from "../testing/harness";
import { addSecondAccount, type SecondAccount } from "../testing/second-account";
import { addMember } from "./commands/add-member";
import { appointAdmin } from "./commands/appoint-admin";
import { setAccountClosed } from "./commands/change-account";
import { inviteToAccount } from "./commands/invite-to-account";
import { listAccountChoices, listAccountRows } from "./queries/list-accounts";
import { findMemberRole } from "./store/members";

let harness: Harness;
let second: SecondAccount;
let admin: Ctx;
const PASSWORD = "a long enough password 42";
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

const invite = (fields: Partial<Record<"email" | "name" | "role" | "account", string>> = {}, ctx = admin) =>
  inviteToAccount(
    ctx,
    { email: `${randomUUID()}@example.com`, name: "Asha", role: "finance", account: "second", ...fields },
    second.accounts,
  );

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

/** Somebody with a role in the second account alone, and a session. */
async function guest(role = "finance") {
  const email = `${randomUUID()}@example.com`;
  const link = await invite({ email, role });
  if (link.kind !== "link") throw new Error(link.kind);
  const token = link.path.split("/").at(-1);
  const accepted = await acceptLink(harness.services, { token, name: "Asha", password: PASSWORD });
  if (accepted.kind !== "signed_in") throw new Error(accepted.kind);
  return { id: link.personId, email, sessionId: accepted.sessionId };
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

  it("is warned of a sign-in from a new device in that account (0325)", async () => {
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
    expect(await events()).toEqual([]);
    const caller = { device: on("Firefox/140.0 (X11; Linux x86_64)"), network: "test" };
    expect((await signIn(harness.services, { email, password: PASSWORD }, caller)).kind).toBe("signed_in");
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
      // As every action on a person does, in between.
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

  it("given a role again by a process of the version before is no longer of other accounts alone", async () => {
    const { actor } = await harness.ctxOf("ops");
    await removeFromFirstAccount(admin, actor.userId, elsewhere);
    const { pool } = harness;
    await pool.query("update people set deactivated_at = null where id = $1", [actor.userId]);
    await pool.query("update people set deactivated_at = now() where id = $1", [actor.userId]);
    expect((await findPerson(pool, actor.userId))?.isOnlyElsewhere).toBe(false);
  });
});

describe("the admins of a further account", () => {
  let third: SecondAccount;
  beforeAll(async () => {
    third = await addSecondAccount(harness, "fourth");
  });
  afterAll(async () => {
    await harness.pool.query("delete from accounts where slug = 'fourth'");
    await third.stop();
  });

  it("appoint further ones; the last one can neither be removed nor lose the role", async () => {
    const one = await third.ctxOf("admin");
    const { pool } = one;
    const { rows: others } = await pool.query<{ id: string }>(
      "select id from people where role = 'admin' and deactivated_at is null and id <> $1",
      [one.actor.userId],
    );
    for (const { id } of others)
      expect((await changeRole(one, { personId: id, role: "ops" })).kind).toBe("done");
    const isLast = async (): Promise<void> => {
      const personId = one.actor.userId;
      expect(await changeRole(one, { personId, role: "ops" })).toEqual({ kind: "last_admin" });
      expect(await deactivatePerson(one, personId)).toEqual({ kind: "last_admin" });
    };
    await isLast();

    const { email, id } = await guest();
    expect(await addMember(one, { email, role: "admin" }, harness.services.pool)).toEqual({ kind: "added" });
    const rows = await listAccountRows(admin, third.accounts);
    expect(rows.find(({ slug }) => slug === "fourth")).toMatchObject({ admins: 2, mayManagePeople: false });
    expect((await deactivatePerson(one, id)).kind).toBe("done");
    await isLast();
    expect((await reactivatePerson(one, id)).kind).toBe("done");
    expect((await changeRole(one, { personId: one.actor.userId, role: "ops" })).kind).toBe("done");
    expect((await listAccountRows(admin, third.accounts)).at(-1)?.admins).toBe(1);
    const own = await third.ctxOf("support", admin.actor);
    const name = async () => (await listAccountRows(admin, third.accounts)).at(-1)?.mayManagePeople;
    expect(await name()).toBe(false);
    await updateRole(own.pool, admin.actor.userId, "admin");
    expect(await name()).toBe(true);
  });

  it("are counted of the first account, too", async () => {
    const [first] = await listAccountRows(admin, second.accounts);
    const { rows } = await harness.pool.query(
      "select from people where role = 'admin' and activated_at is not null and deactivated_at is null",
    );
    expect(first).toMatchObject({ isFirst: true, admins: rows.length, mayManagePeople: true });
  });
});

describe("an account without an active admin", () => {
  it("gets none from somebody who was an admin when their request began", async () => {
    const was = await harness.ctxOf("admin");
    await changeRole(admin, { personId: was.actor.userId, role: "support" });
    const email = was.actor.email;
    expect(await appointAdmin(was, { id: 2, email })).toEqual({ kind: "forbidden" });
  });

  it("gets one from an admin of the first account, and only then; both audit logs say so", async () => {
    const there = await second.services();
    const { actor } = await second.ctxOf("admin");
    const guestOfBoth = await guest("support");
    const appoint = (email: string, ctx = admin) => appointAdmin(ctx, { id: 2, email });
    expect(await appoint(guestOfBoth.email)).toEqual({ kind: "has_admin" });

    // Everyone who manages it is deactivated in the installation.
    const { rows } = await there.pool.query<{ id: string }>(
      "select id from people where role = 'admin' and deactivated_at is null",
    );
    expect(rows.map(({ id }) => id)).toContain(actor.userId);
    const ids = rows.map(({ id }) => id).filter((id) => id !== admin.actor.userId);
    await harness.pool.query("update people set deactivated_at = now() where id = any($1)", [ids]);
    await harness.pool.query(
      "update account_2.people set role = 'ops' where id = $1 and set_config('paydeck.copying', 'yes', false) <> ''",
      [admin.actor.userId],
    );
    expect((await listAccountRows(admin, second.accounts)).map(({ admins }) => admins > 0)).toEqual([
      true,
      false,
    ]);
    expect(await appoint(guestOfBoth.email, await harness.ctxOf("finance"))).toEqual({ kind: "forbidden" });
    expect(await appoint("nobody@example.com")).toEqual({ kind: "nobody" });
    await harness.pool.query("update person_links set created_by = $2 where person_id = $1", [
      guestOfBoth.id,
      (await harness.ctxOf(composed(["manage_people", "manage_accounts"]))).actor.userId,
    ]);
    expect(await appoint(guestOfBoth.email)).toEqual({ kind: "unconfirmed" });
    await harness.pool.query("update person_links set created_by = $2 where person_id = $1", [
      guestOfBoth.id,
      admin.actor.userId,
    ]);
    expect(await appointAdmin(admin, { id: 1, email: guestOfBoth.email })).toEqual({ kind: "not_found" });

    const both = await Promise.all([appoint(guestOfBoth.email), appoint(guestOfBoth.email)]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(["has_admin", "saved"]);
    expect(await findMemberRole(there.pool, guestOfBoth.id)).toBe("admin");
    for (const db of [harness.services.pool, there.pool]) {
      const { rows: entries } = await db.query("select 1 from audit_log where action = 'admin_appointed'");
      expect(entries).toHaveLength(1);
    }
  });
});

describe("closing an account", () => {
  const run = async (state: string, isApproved = false): Promise<string> => {
    const there = await second.accounts.findById(2);
    if (there === null) throw new Error("gone");
    const people = await there.pool.query<{ id: string }>("select id from people order by id limit 2");
    const [person, other] = people.rows;
    const id = randomUUID();
    const cause = state === "paused" ? "person" : null;
    await there.pool.query(
      `insert into bulk_runs (id, kind, service_address, file_name, content_hash, ignored_columns, row_count, created_by,
         created_at, state, source, acting_id, started_at, pause_cause)
       values ($1, 'refund', $2, 'a.csv', $5, '{}', 1, $3, now(), $4, 'upload', $3, now(), $6)`,
      [id, there.routing.serviceAddress, person?.id, state, id, cause],
    );
    if (isApproved) {
      const approvalId = randomUUID();
      await there.pool.query(
        `insert into approval_requests (id, kind, service_address, row_count, run_id, state, requested_by, requested_role,
           requested_at, expires_at, decided_by, decided_at)
         values ($1, 'bulk', $2, 1, $3, 'APPROVED', $4, 'finance', now(), now() + interval '1 day', $5, now())`,
        [approvalId, there.routing.serviceAddress, id, person?.id, other?.id],
      );
      await there.pool.query(
        `insert into approval_totals (approval_id, currency, amount_paise, threshold_paise) values ($1, 'INR', 100, 1)`,
        [approvalId],
      );
    }
    return id;
  };
  const stateOf = async (id: string): Promise<unknown> => {
    const there = await second.accounts.findById(2);
    const found = await there?.pool.query("select state, pause_cause as cause from bulk_runs where id = $1", [
      id,
    ]);
    return found?.rows[0];
  };

  it("pauses its runs and scheduled exports, audited there, and reopening resumes none", async () => {
    const ctx = await second.ctxOf("finance");
    const running = await run("running");
    const approved = await run("awaiting_approval", true);
    const checked = await run("checked");
    const scheduleId = randomUUID();
    await ctx.pool.query(
      `insert into export_schedules (id, owner_id, name, list, query, format, frequency, at_minute, time_zone, created_at,
         next_at)
       values ($1, $2, 'Daily', 'payments', '', 'csv', 'daily', 60, 'UTC', now(), now())`,
      [scheduleId, ctx.actor.userId],
    );
    await setAccountClosed(admin, { id: 2, isClosed: true });
    expect(await stateOf(running)).toEqual({ state: "paused", cause: "account_closed" });
    expect(await stateOf(approved)).toEqual({ state: "paused", cause: "account_closed" });
    expect(await stateOf(checked)).toEqual({ state: "checked", cause: null });
    const { rows } = await ctx.pool.query("select paused_why as why from export_schedules");
    expect(rows).toEqual([{ why: "account_closed" }]);
    const audit = await ctx.pool.query(
      "select action, subject_id as id, actor_email as by from audit_log where detail->>'cause' = 'account_closed'",
    );
    const by = admin.actor.email;
    expect(audit.rows).toHaveLength(3);
    expect(audit.rows).toContainEqual({ action: "bulk_paused", id: approved, by });
    expect(audit.rows).toMatchObject([
      { action: "bulk_paused" },
      { action: "bulk_paused" },
      { action: "export_schedule_paused", id: scheduleId, by },
    ]);

    // Requests that were under way when it was closed.
    expect(await resumeBulkRun(ctx, { runId: running, isApprovalExpected: false })).toEqual({
      kind: "not_found",
    });
    for (const change of ["resume", "run"])
      expect(await changeSchedule(ctx, { scheduleId, change })).toEqual({ kind: "not_found" });

    await setAccountClosed(admin, { id: 2, isClosed: false });
    expect(await stateOf(running)).toEqual({ state: "paused", cause: "account_closed" });
    expect(await resumeBulkRun(ctx, { runId: running, isApprovalExpected: false })).toEqual({ kind: "done" });
  });

  it("is seen by an approval that was given meanwhile: its run is paused, not started", async () => {
    const ctx = await second.ctxOf("finance");
    await setAccountClosed(admin, { id: 2, isClosed: true });
    const late = await run("awaiting_approval", true);
    await bulkApprovalDecided(ctx, { runId: late });
    expect(await stateOf(late)).toEqual({ state: "paused", cause: "account_closed" });
    await setAccountClosed(admin, { id: 2, isClosed: false });
  });

  it("waits for a start that is under way, and then pauses it", async () => {
    const ctx = await second.ctxOf("finance");
    const id = await run("paused");
    const outcomes = await Promise.all([
      resumeBulkRun(ctx, { runId: id, isApprovalExpected: false }),
      setAccountClosed(admin, { id: 2, isClosed: true }),
    ]);
    expect(outcomes[1]).toEqual({ kind: "saved" });
    expect(await stateOf(id)).toMatchObject({ state: "paused" });
    await setAccountClosed(admin, { id: 2, isClosed: false });
  });
});
