import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { expandNotification } from "../../notifications/jobs/expand-notification";
import { changeRole } from "../../people/commands/change-role";
import { deactivatePerson, reactivatePerson } from "../../people/commands/set-person-active";
import { dieBefore } from "@/tools/testing/dashboard/dying-pool";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { insertUnknownRefund } from "@/tools/testing/dashboard/unknown-refund";
import { assign, idsOf, itemOf, queue, seenInQueue as seen, target } from "@/tools/testing/dashboard/work";
import { listAssignable } from "../queries/list-assignable";
import { assignWork } from "./assign-work";
import { finishWork } from "./finish-work";
import { waitForWork } from "./wait-for-work";

let harness: Harness;
let support: Ctx;
let finance: Ctx;
let other: Ctx;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  [support, finance, other, admin] = await Promise.all([
    harness.ctxOf("support"),
    harness.ctxOf("finance"),
    harness.ctxOf("finance"),
    harness.ctxOf("admin"),
  ]);
});
afterAll(() => harness.stop());

const unknownRefund = (reference = "ORD-1") => insertUnknownRefund(finance, { reference });

async function audited(): Promise<string[]> {
  return (await harness.audit()).map(({ action }) => action).filter((action) => action.startsWith("work_"));
}

describe("who may", () => {
  it("work in a team’s queue: its members, and who an item was assigned to", async () => {
    const id = await unknownRefund();
    await expect(queue(support)).rejects.toThrow("forbidden");
    const item = await seen(finance, id);
    expect(await assign(support, item, support)).toEqual({ kind: "forbidden" });
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "forbidden",
      detail: { deed: "refund_payment" },
    });

    const theirs = itemOf(await assign(finance, item, support));
    expect(idsOf(await queue(support, null))).toEqual([id]);
    expect(await finishWork(support, { ...target(theirs), reason: "called" })).toEqual({ kind: "forbidden" });
    const waiting = await waitForWork(support, { ...target(theirs), reason: "the customer", days: 1 });
    expect(waiting).toMatchObject({ kind: "done", item: { state: "waiting", mayFinish: false } });
    expect((await assign(support, itemOf(waiting), null)).kind).toBe("done");
    expect(await assign(support, itemOf(waiting), support)).toEqual({ kind: "forbidden" });
  });

  it("be assigned an item: active people who may see it", async () => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const refused = { kind: "invalid", field: "person", fault: "not_assignable" };
    expect(await assignWork(finance, { ...target(item), personId: randomUUID() })).toEqual(refused);
    await deactivatePerson(admin, support.actor.userId);
    expect(await assign(finance, item, support)).toEqual(refused);
    const people = await listAssignable(finance);
    expect(people.map(({ role }) => role).sort()).toEqual(["admin", "finance", "finance"]);
    expect(await audited()).toEqual([]);
  });

  it("no longer have items: people who are deactivated, also after they are active again", async () => {
    const id = await unknownRefund();
    await assign(finance, await seen(finance, id), other);
    await deactivatePerson(admin, other.actor.userId);
    expect((await seen(finance, id)).assignee).toBeNull();
    await reactivatePerson(admin, other.actor.userId);
    expect((await seen(finance, id)).assignee).toBeNull();
    expect(await audited()).toEqual(["work_assigned", "work_unassigned"]);
  });

  it("have no item left when they are deactivated at the moment of an assignment", async () => {
    for (let n = 0; n < 5; n += 1) {
      const person = await harness.ctxOf("finance");
      const id = await unknownRefund();
      const item = await seen(finance, id);
      await Promise.all([assign(finance, item, person), deactivatePerson(admin, person.actor.userId)]);
      const { rows } = await harness.pool.query(
        "select from work_items where item_id = $1 and assignee_id is not null",
        [id],
      );
      expect(rows).toEqual([]);
    }
  });

  it("no longer have an item: people whose new role may not see it", async () => {
    const ops = await harness.ctxOf("ops");
    const id = await unknownRefund();
    await assign(finance, await seen(finance, id), ops);
    await harness.pool.query(
      `insert into work_items (kind, service_address, item_id, version, assignee_id, assigned_at, state, mark, team, condition,
         since, reference, transaction_id, amount_paise, currency, is_test)
       values ('payment', $1, 'TXN1', 1, $2, $3, 'open', 'stuck', 'ops', 'payment_stuck', $3, 'ORD-9', 'TXN1', 100, 'INR', false)`,
      [finance.routing.serviceAddress, ops.actor.userId, harness.clock.now()],
    );
    expect((await changeRole(admin, { personId: ops.actor.userId, role: "support" })).kind).toBe("done");
    // A refund may still be seen; a stuck payment is ops' and finance's.
    expect((await seen(finance, id)).assignee?.personId).toBe(ops.actor.userId);
    expect((await queue(finance, "ops")).items).toMatchObject([{ itemId: "TXN1", assignee: null }]);
    expect(await audited()).toEqual(["work_assigned", "work_unassigned"]);
  });
});

describe("an assignment that cannot be audited", () => {
  it("is not made, and notifies nobody", async () => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const repair = await harness.breakAudit();
    await expect(assign(finance, item, other)).rejects.toThrow();
    await repair();
    expect((await seen(finance, id)).version).toBe(0);
    expect(await events()).toEqual([]);
  });
});

async function events(): Promise<{ id: string; event: string }[]> {
  const { rows } = await harness.pool.query<{ id: string; event: string }>(
    "select id, event from notification_events where event = 'work_assigned' order by at",
  );
  return rows;
}

describe("an assignment", () => {
  it("to a colleague notifies that person, and to oneself nobody", async () => {
    const [first, second] = [await unknownRefund("ORD-1"), await unknownRefund("ORD-2")];
    await assign(finance, await seen(finance, first), other);
    await assign(finance, await seen(finance, second), finance);
    for (const { id } of await events()) await expandNotification(harness.services, id);
    const { rows } = await harness.pool.query<{ person: string; reference: string }>(
      `select n.person_id as person, e.detail ->> 'reference' as reference
       from notifications n join notification_events e on e.id = n.event_id where e.event = 'work_assigned'`,
    );
    expect(rows).toEqual([{ person: other.actor.userId, reference: "ORD-1" }]);
  });
});

describe("a kill", () => {
  it("before any statement of an assignment leaves it with its audit entry and its notification, or none of them", async () => {
    const made: boolean[] = [];
    for (let nth = 1; !made.includes(true); nth += 1) {
      const id = await unknownRefund();
      const item = await seen(finance, id);
      const dying: Ctx = { ...finance, pool: dieBefore(finance.pool, nth) };
      const isDone = await assign(dying, item, other).then(
        ({ kind }) => kind === "done",
        () => false,
      );
      const isAssigned = (await seen(finance, id)).assignee !== null;
      const { rows } = await harness.pool.query<{ events: number; entries: number }>(
        `select (select count(*)::int from notification_events where detail ->> 'itemId' = $1) as events,
           (select count(*)::int from audit_log where action = 'work_assigned' and subject_id = $1) as entries`,
        [id],
      );
      const one = isAssigned ? 1 : 0;
      expect(rows, `killed before statement ${String(nth)}`).toEqual([{ events: one, entries: one }]);
      expect(isAssigned).toBe(isDone);
      made.push(isDone);
    }
    expect(made.length).toBeGreaterThan(6);
  });
});
