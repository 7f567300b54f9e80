import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../context";
import { expandNotification } from "../notifications/jobs/expand-notification";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { addMember } from "./commands/add-member";
import { appointAdmin } from "./commands/appoint-admin";

let harness: Harness;
let second: SecondAccount;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
}, 60_000);
beforeEach(async () => {
  admin = await harness.ctxOf("admin");
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

/** What somebody is notified of in the second account. */
async function notifiedThere(personId: string): Promise<unknown[]> {
  const there = await second.services();
  const { rows: open } = await there.pool.query<{ id: string }>(
    "select id from notification_events where expanded_at is null",
  );
  for (const { id } of open) await expandNotification(there, id);
  const { rows } = await there.pool.query<{ event: string; detail: unknown }>(
    `select n.event, e.detail from notifications n join notification_events e on e.id = n.event_id
     where n.person_id = $1 order by n.id`,
    [personId],
  );
  return rows.map(({ event, detail }) => [event, detail]);
}

it("a role that somebody is given in a further account is reported to them there, and not to its admin", async () => {
  const there = await second.ctxOf("admin");
  const { actor } = await harness.ctxOf("support");
  const add = () => addMember(there, { email: actor.email, role: "ops" }, harness.services.pool);
  expect(await add()).toEqual({ kind: "added" });
  const given = ["role_changed", { from: "", to: "ops", by: there.actor.name }];
  expect(await notifiedThere(actor.userId)).toEqual([given]);
  expect(await add()).toEqual({ kind: "already_member" });
  expect(await notifiedThere(actor.userId)).toEqual([given]);
  expect(await notifiedThere(there.actor.userId)).toEqual([]);
});

it("an admin who is appointed from the first account is notified with the role that they had", async () => {
  const { actor } = await second.ctxOf("finance");
  await harness.pool.query(
    "update account_2.people set role = 'ops' where role = 'admin' and set_config('paydeck.copying', 'yes', false) <> ''",
  );
  expect(await appointAdmin(admin, { id: 2, email: actor.email })).toEqual({ kind: "saved" });
  expect(await notifiedThere(actor.userId)).toEqual([
    ["role_changed", { from: "finance", to: "admin", by: admin.actor.name }],
  ]);
});
