import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../context";
import { changeRole } from "../people/commands/change-role";
import { deactivatePerson, reactivatePerson } from "../people/commands/set-person-active";
import { updateRole } from "../people/store";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { addGuest } from "@/tools/testing/dashboard/account-guest";
import { addMember } from "./commands/add-member";
import { appointAdmin } from "./commands/appoint-admin";
import { listAccountRows } from "./queries/list-accounts";
import { findMemberRole } from "./store/members";

let harness: Harness;
let second: SecondAccount;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
  admin = await harness.ctxOf("admin");
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

const guest = (role?: string) => addGuest(harness, admin, second, role);

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
