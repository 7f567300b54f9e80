import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { WorkItemView, WorkOutcomeView, WorkQueueView } from "@/lib/queues/work-views";
import type { Team } from "@/lib/queues/work-kinds";
import type { Ctx } from "../../context";
import { expandNotification } from "../../notifications/jobs/expand-notification";
import { changeRole } from "../../people/commands/change-role";
import { deactivatePerson, reactivatePerson } from "../../people/commands/set-person-active";
import { createRequest } from "../../requests/commands/create-request";
import { askQuestion } from "../../requests/commands/ask-question";
import { withdrawRequest } from "../../requests/commands/withdraw-request";
import { dieBefore } from "../../testing/dying-pool";
import { type Harness, startHarness } from "../../testing/harness";
import { watchWork } from "../jobs/watch-work";
import { countWork } from "../queries/count-work";
import { listAssignable } from "../queries/list-assignable";
import { listQueue } from "../queries/list-queue";
import { assignWork } from "./assign-work";
import { finishWork } from "./finish-work";
import { reopenWork } from "./reopen-work";
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

const HOUR_MS = 60 * 60_000;

/** A refund of unknown outcome. */
async function unknownRefund(reference = "ORD-1", amountPaise = 120_25n): Promise<string> {
  const id = randomUUID();
  const at = harness.clock.now();
  const transactionId = `TXN-${id}`;
  await harness.pool.query("insert into refund_ledgers values ($1)", [transactionId]);
  await harness.pool.query(
    `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
       requested_at, state, sent_at)
     values ($1, $2, $3, $4, $5, 'INR', $6, $7, 'UNKNOWN', $7)`,
    [id, transactionId, reference, finance.routing.serviceAddress, amountPaise, finance.actor.userId, at],
  );
  return id;
}

/** What the service answered in the end. */
async function resolveRefund(id: string, status: "SUCCESS" | "INITIATED"): Promise<void> {
  await harness.pool.query(
    `update refund_intents set state = 'ACCEPTED', answered_at = $2::timestamptz, refund_id = $4, refund_status = $3,
       completed_at = case when $3 = 'SUCCESS' then $2::timestamptz end where id = $1`,
    [id, harness.clock.now(), status, `RFD-${id}`],
  );
}

const queue = (
  ctx: Ctx,
  team: Team | null = "finance",
  fields: Partial<Parameters<typeof listQueue>[1]> = {},
) => listQueue(ctx, { team, state: "open", owner: "all", ...fields });

async function seen(ctx: Ctx, itemId: string, team: Team | null = "finance"): Promise<WorkItemView> {
  const all = await Promise.all(
    (["open", "waiting", "done"] as const).map((state) => queue(ctx, team, { state })),
  );
  const found = all.flatMap(({ items }) => items).find((item) => item.itemId === itemId);
  if (found === undefined) throw new Error("not in the queue");
  return found;
}

const target = ({ kind, itemId, version, mark }: WorkItemView) => ({ kind, itemId, version, mark });
const idsOf = ({ items }: WorkQueueView): string[] => items.map(({ itemId }) => itemId);
const itemOf = (outcome: WorkOutcomeView): WorkItemView => {
  if (outcome.kind !== "done" && outcome.kind !== "changed") throw new Error(outcome.kind);
  return outcome.item;
};
const assign = (ctx: Ctx, item: WorkItemView, to: Ctx | null) =>
  assignWork(ctx, { ...target(item), personId: to?.actor.userId ?? null });

async function audited(): Promise<string[]> {
  return (await harness.audit()).map(({ action }) => action).filter((action) => action.startsWith("work_"));
}

describe("an item of a queue", () => {
  it("is assigned, with an audit entry that names both people", async () => {
    const id = await unknownRefund();
    const first = await seen(finance, id);
    expect(first).toMatchObject({ version: 0, assignee: null, state: "open", condition: "refund_unknown" });
    const mine = itemOf(await assign(finance, first, finance));
    expect(mine.assignee).toEqual({ personId: finance.actor.userId, name: "Test finance", isViewer: true });
    await assign(finance, mine, other);
    expect((await seen(other, id)).assignee?.personId).toBe(other.actor.userId);
    const entries = (await harness.audit()).filter(({ action }) => action === "work_assigned");
    expect(entries.map(({ detail }) => [detail.from, detail.to])).toEqual([
      [null, "Test finance"],
      ["Test finance", "Test finance"],
    ]);
    expect(entries[0]).toMatchObject({
      subject_kind: "work_item",
      subject_id: id,
      detail: { amount: "120.25" },
    });
  });

  it("that two people take at once belongs to one, and the other sees to whom", async () => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const outcomes = await Promise.all([assign(finance, item, finance), assign(other, item, other)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "done"]);
    const winner = outcomes[0]?.kind === "done" ? finance : other;
    const loser = outcomes.find(({ kind }) => kind === "changed");
    expect(loser?.kind === "changed" && loser.item.assignee?.personId).toBe(winner.actor.userId);
    expect((await seen(finance, id)).assignee?.personId).toBe(winner.actor.userId);
    expect(await audited()).toEqual(["work_assigned"]);
  });

  it("is not changed by a page that is older than the last change", async () => {
    const id = await unknownRefund();
    const stale = await seen(other, id);
    const mine = itemOf(await assign(finance, stale, finance));
    for (const late of [
      () => assign(other, stale, other),
      () => waitForWork(other, { ...target(stale), reason: "the bank", days: 1 }),
      () => finishWork(other, { ...target(stale), reason: "called" }),
    ])
      expect(await late()).toMatchObject({ kind: "changed", item: { assignee: { name: "Test finance" } } });
    expect(await seen(finance, id)).toEqual(mine);
    expect(await audited()).toEqual(["work_assigned"]);
  });

  it("sent again after a lost response is changed once", async () => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const input = { ...target(item), reason: "called the bank" };
    expect((await finishWork(finance, input)).kind).toBe("done");
    expect((await finishWork(finance, input)).kind).toBe("done");
    expect(await audited()).toEqual(["work_done"]);
  });

  it("waits for as long as was said last, with the same words too", async () => {
    const id = await unknownRefund();
    const wait = async (days: number) =>
      itemOf(await waitForWork(finance, { ...target(await seen(finance, id)), reason: "the bank", days }));
    await wait(7);
    const { returnsAt } = await wait(1);
    const hours = (Date.parse(returnsAt ?? "") - harness.clock.now().getTime()) / HOUR_MS;
    expect(Math.round(hours)).toBe(24);
  });

  it("waits for what was written, and belongs to who set it waiting", async () => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const waiting = itemOf(
      await waitForWork(finance, { ...target(item), reason: " the bank’s  reply ", days: 3 }),
    );
    expect(waiting).toMatchObject({
      state: "waiting",
      reason: "the bank’s reply",
      assignee: { isViewer: true },
    });
    expect(idsOf(await queue(finance))).toEqual([]);
    expect(idsOf(await queue(finance, "finance", { state: "waiting" }))).toEqual([id]);
    const reopened = itemOf(await reopenWork(finance, target(waiting)));
    expect(reopened).toMatchObject({ state: "open", back: null });
    expect(await audited()).toEqual(["work_waiting", "work_reopened"]);
  });

  test.each([
    ["", "missing"],
    ["  ", "missing"],
    ["x".repeat(201), "too_long"],
    ["card 4111 1111 1111 1111", "card_number"],
    ["a\u0000b", "characters"],
  ])("is neither waiting nor done with the reason %j", async (reason, fault) => {
    const id = await unknownRefund();
    const item = await seen(finance, id);
    const invalid = { kind: "invalid", field: "reason", fault };
    expect(await waitForWork(finance, { ...target(item), reason, days: 1 })).toEqual(invalid);
    expect(await finishWork(finance, { ...target(item), reason })).toEqual(invalid);
    expect(await audited()).toEqual([]);
  });

  it("is back, and says why, when its time is over or its condition changes", async () => {
    const id = await unknownRefund();
    const done = itemOf(await finishWork(finance, { ...target(await seen(finance, id)), reason: "called" }));
    expect(done.state).toBe("done");
    harness.clock.advance(23 * HOUR_MS);
    expect(idsOf(await queue(finance))).toEqual([]);
    harness.clock.advance(HOUR_MS);
    expect(await seen(finance, id)).toMatchObject({
      state: "open",
      reason: "called",
      back: { from: "done", because: "time" },
    });
    await waitForWork(finance, { ...target(await seen(finance, id)), reason: "the bank", days: 7 });
    await resolveRefund(id, "INITIATED");
    // Requested more than a day ago and still in progress: another condition than before.
    harness.clock.advance(24 * HOUR_MS);
    expect(await seen(finance, id)).toMatchObject({
      condition: "refund_late",
      state: "open",
      reason: "the bank",
      back: { from: "waiting", because: "changed" },
    });
  });

  it("is not set done in a condition that the page has not shown", async () => {
    const requestId = await requested();
    const item = await seen(finance, requestId);
    await askQuestion(finance, { requestId, text: "Which item?" });
    expect(await finishWork(admin, { ...target(item), reason: "seen" })).toMatchObject({ kind: "changed" });
    expect(await audited()).toEqual([]);
  });

  it("leaves by itself when it is resolved, and its assignee sees how it ended", async () => {
    const id = await unknownRefund();
    await assign(finance, await seen(finance, id), finance);
    await resolveRefund(id, "SUCCESS");
    const before = await queue(finance, null);
    expect(idsOf(before)).toEqual([]);
    expect(before.ended).toMatchObject([{ itemId: id, outcome: "gone" }]);
    await watchWork(harness.services, harness.clock.now());
    expect((await queue(finance, null)).ended).toMatchObject([
      { itemId: id, outcome: "refunded", reference: "ORD-1", money: { amount: "120.25" } },
    ]);
    const late = await assignWork(other, {
      kind: "refund",
      itemId: id,
      version: 1,
      mark: "unknown",
      personId: null,
    });
    expect(late).toEqual({ kind: "ended" });
    harness.clock.advance(8 * 24 * HOUR_MS);
    expect((await queue(finance, null)).ended).toEqual([]);
  });

  it("counts as money at stake while it is out of sight", async () => {
    const id = await unknownRefund();
    await finishWork(finance, { ...target(await seen(finance, id)), reason: "called" });
    const view = await queue(finance);
    expect(view.states).toEqual({ open: 0, waiting: 0, done: 1 });
    expect(view.hidden).toEqual([{ currency: "INR", count: 1, amount: "120.25" }]);
  });
});

/** A refund request of support. */
async function requested(): Promise<string> {
  const payment = harness.service.addPayment({ merchant_transaction_id: `ORD-${randomUUID()}` });
  const requestId = randomUUID();
  const outcome = await createRequest(support, {
    requestId,
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount: "50.00",
    reason: "Damaged",
    reasonCode: null,
    note: "",
  });
  expect(outcome.kind).toBe("requested");
  return requestId;
}

describe("a refund request", () => {
  it("is finance’s, and support’s while finance waits for an answer", async () => {
    const requestId = await requested();
    expect(idsOf(await queue(finance))).toEqual([requestId]);
    await askQuestion(finance, { requestId, text: "Which item?" });
    expect(idsOf(await queue(finance))).toEqual([]);
    const view = await queue(support, "support");
    expect(view.items).toMatchObject([{ itemId: requestId, condition: "request_question", mayFinish: true }]);
    await withdrawRequest(support, { requestId, text: "" });
    expect(idsOf(await queue(support, "support"))).toEqual([]);
  });
});

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
    for (const { id } of await events()) await expandNotification(harness.services, { eventId: id });
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
      const { rows } = await harness.pool.query<{ events: number; jobs: number; entries: number }>(
        `select (select count(*)::int from notification_events where detail ->> 'itemId' = $1) as events,
           (select count(*)::int from graphile_worker._private_jobs j join notification_events e
              on j.payload ->> 'eventId' = e.id::text where e.detail ->> 'itemId' = $1) as jobs,
           (select count(*)::int from audit_log where action = 'work_assigned' and subject_id = $1) as entries`,
        [id],
      );
      const one = isAssigned ? 1 : 0;
      expect(rows, `killed before statement ${String(nth)}`).toEqual([
        { events: one, jobs: one, entries: one },
      ]);
      expect(isAssigned).toBe(isDone);
      made.push(isDone);
    }
    expect(made.length).toBeGreaterThan(6);
  });
});

describe("text that no database can store", () => {
  it.each(["payment", "finding", "refund"])("is no item of the kind %s", async (kind) => {
    const input = { kind, itemId: "a\u0000b", version: 0, mark: "", personId: null };
    expect(await assignWork(finance, input)).toEqual({ kind: "invalid", field: "form", fault: "incomplete" });
  });

  it.each(["a\u0000~b", "refund~a\u0000"])("in a cursor means the first page: %j", async (place) => {
    const id = await unknownRefund();
    const cursor = `2026-11-25T00:00:00.000Z~${place}`;
    expect(idsOf(await queue(finance, "finance", { cursor }))).toEqual([id]);
  });
});

describe("the lists", () => {
  it("are paged, oldest first, and show every item once", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await unknownRefund(`ORD-${String(n)}`));
    const first = await queue(finance);
    expect(first.items).toHaveLength(50);
    const second = await queue(finance, "finance", { cursor: first.nextCursor ?? "" });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect(idsOf(await queue(finance, "finance", { cursor: "nonsense" }))).toEqual(idsOf(first));
  });

  it("show a person’s own and nobody’s separately, and count what waits for the person", async () => {
    const [mine, theirs, free] = [await unknownRefund(), await unknownRefund(), await unknownRefund()];
    await assign(finance, await seen(finance, mine), finance);
    await assign(finance, await seen(finance, theirs), other);
    expect(idsOf(await queue(finance, "finance", { owner: "mine" }))).toEqual([mine]);
    expect(idsOf(await queue(finance, "finance", { owner: "unassigned" }))).toEqual([free]);
    expect(idsOf(await queue(finance, null))).toEqual([mine]);
    expect(await countWork(finance)).toEqual({ count: 2, atLeast: false });
    expect(await countWork(support)).toEqual({ count: 0, atLeast: false });
    expect(await countWork(admin)).toEqual({ count: 1, atLeast: false });
    expect((await queue(finance)).counts).toEqual({ mine: 1, teams: { support: 0, ops: 0, finance: 3 } });
  });

  it("show what is stored when the service has no extension, and say what is missing", async () => {
    expect((await queue(finance, "ops")).gaps).toEqual([{ kind: "not_offered", of: "payment" }]);
    expect((await queue(finance)).gaps).toEqual([]);
  });
});
